//! The members of an object.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Index;

use either::Either;
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::{Key, Value};

/// The members of a JSON object, in their order.
#[derive(Clone)]
pub struct Map(MapMembers);

/// Members in their order. The long form stays when members go.
#[derive(Clone)]
enum MapMembers {
    /// At most [`SHORT`], each with a key of its own.
    Short(Vec<(Key, Value)>),
    Long(Box<LongMembers>),
}

type LongMembers = IndexMap<Key, Value, FixedState>;

/// Members that are looked through faster than a key is hashed.
const SHORT: usize = 16;

/// The members of a map.
pub(crate) type Iter<'m> = Either<
    std::iter::Map<std::slice::Iter<'m, (Key, Value)>, fn(&'m (Key, Value)) -> (&'m Key, &'m Value)>,
    indexmap::map::Iter<'m, Key, Value>,
>;

/// The members of a map, to change their values.
pub(crate) type IterMut<'m> = Either<
    std::iter::Map<
        std::slice::IterMut<'m, (Key, Value)>,
        fn(&'m mut (Key, Value)) -> (&'m Key, &'m mut Value),
    >,
    indexmap::map::IterMut<'m, Key, Value>,
>;

/// The members of a map, taken out of it.
pub(crate) type IntoIter = Either<std::vec::IntoIter<(Key, Value)>, indexmap::map::IntoIter<Key, Value>>;

impl Map {
    /// An object without members.
    pub const fn new() -> Self {
        Self(MapMembers::Short(Vec::new()))
    }

    /// An object without members that has room for so many.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(if capacity <= SHORT {
            MapMembers::Short(Vec::with_capacity(capacity))
        } else {
            MapMembers::Long(Box::new(LongMembers::with_capacity_and_hasher(capacity, FixedState::default())))
        })
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        match &self.0 {
            MapMembers::Short(list) => list.len(),
            MapMembers::Long(map) => map.len(),
        }
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value under a key.
    pub fn get(&self, key: &(impl Borrow<str> + ?Sized)) -> Option<&Value> {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// The value under a key, and the key as it stands in the map.
    pub fn get_key_value(&self, key: &(impl Borrow<str> + ?Sized)) -> Option<(&Key, &Value)> {
        let key = key.borrow();
        match &self.0 {
            MapMembers::Short(list) => {
                list.iter().find(|(name, _)| name == key).map(|(name, value)| (name, value))
            }
            MapMembers::Long(map) => map.get_key_value(key),
        }
    }

    /// The value under a key, to change it.
    pub fn get_mut(&mut self, key: &(impl Borrow<str> + ?Sized)) -> Option<&mut Value> {
        let key = key.borrow();
        match &mut self.0 {
            MapMembers::Short(list) => list.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value),
            MapMembers::Long(map) => map.get_mut(key),
        }
    }

    /// Whether there is a member with this key.
    pub fn contains_key(&self, key: &(impl Borrow<str> + ?Sized)) -> bool {
        self.get(key).is_some()
    }

    /// Puts a value under a key: in the place of the one that is there, which comes back, else after all others.
    pub fn insert(&mut self, key: impl Into<Key>, value: Value) -> Option<Value> {
        let key = key.into();
        match &mut self.0 {
            MapMembers::Short(list) => {
                if let Some((_, old)) = list.iter_mut().find(|(name, _)| *name == key) {
                    return Some(std::mem::replace(old, value));
                }
                if list.len() < SHORT {
                    list.push((key, value));
                } else {
                    let members = std::mem::take(list).into_iter().chain([(key, value)]);
                    self.0 = MapMembers::Long(Box::new(members.collect()));
                }
                None
            }
            MapMembers::Long(map) => map.insert(key, value),
        }
    }

    /// Takes a member out; the others keep their order.
    pub fn shift_remove(&mut self, key: &(impl Borrow<str> + ?Sized)) -> Option<Value> {
        let key = key.borrow();
        match &mut self.0 {
            MapMembers::Short(list) => {
                let position = list.iter().position(|(name, _)| name == key)?;
                Some(list.remove(position).1)
            }
            MapMembers::Long(map) => map.shift_remove(key),
        }
    }

    /// Takes a member out; the last one comes to where it was.
    pub fn remove(&mut self, key: &(impl Borrow<str> + ?Sized)) -> Option<Value> {
        let key = key.borrow();
        match &mut self.0 {
            MapMembers::Short(list) => {
                let position = list.iter().position(|(name, _)| name == key)?;
                Some(list.swap_remove(position).1)
            }
            MapMembers::Long(map) => map.swap_remove(key),
        }
    }

    /// The place under a key, whether there is a value or not.
    pub fn entry(&mut self, key: impl Into<Key>) -> MapEntry<'_> {
        MapEntry { map: self, key: key.into() }
    }

    /// Leaves those members for which `keep` is true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Key, &mut Value) -> bool) {
        match &mut self.0 {
            MapMembers::Short(list) => list.retain_mut(|(key, value)| keep(key, value)),
            MapMembers::Long(map) => map.retain(|key, value| keep(key, value)),
        }
    }

    /// Moves all members of `other` to this one.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(std::mem::take(other));
    }

    /// All members.
    pub fn iter(&self) -> Iter<'_> {
        match &self.0 {
            MapMembers::Short(list) => Either::Left(list.iter().map(|(key, value)| (key, value))),
            MapMembers::Long(map) => Either::Right(map.iter()),
        }
    }

    /// All members, to change their values.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        match &mut self.0 {
            MapMembers::Short(list) => Either::Left(list.iter_mut().map(|(key, value)| (&*key, value))),
            MapMembers::Long(map) => Either::Right(map.iter_mut()),
        }
    }

    /// All keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Key> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    /// All values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.iter().map(|(_, value)| value)
    }

    /// All values, to change them.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// Which member has this key.
    fn position(&self, key: &str) -> Option<usize> {
        match &self.0 {
            MapMembers::Short(list) => list.iter().position(|(name, _)| name == key),
            MapMembers::Long(map) => map.get_index_of(key),
        }
    }

    /// The value of a member that is there.
    fn at(&mut self, position: usize) -> &mut Value {
        match &mut self.0 {
            MapMembers::Short(list) => &mut list[position].1,
            MapMembers::Long(map) => &mut map[position],
        }
    }
}

/// A place under a key, whether there is a value or not.
pub struct MapEntry<'m> {
    map: &'m mut Map,
    key: Key,
}

impl<'m> MapEntry<'m> {
    /// The value that is there, else `value`, which is put there.
    pub fn or_insert(self, value: Value) -> &'m mut Value {
        self.or_insert_with(|| value)
    }

    /// The value that is there, else what `value` makes, which is put there.
    pub fn or_insert_with(self, value: impl FnOnce() -> Value) -> &'m mut Value {
        let Self { map, key } = self;
        let position = map.position(&key).unwrap_or_else(|| {
            map.insert(key, value());
            map.len() - 1
        });
        map.at(position)
    }
}

impl Default for Map {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

/// The order of members tells no difference (JSON Schema 2020-12 core, section 4.2.2).
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for Map {}

/// The value under a key, or `null`.
impl Index<&str> for Map {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        self.get(key).unwrap_or(&super::NULL)
    }
}

impl<K: Into<Key>> Extend<(K, Value)> for Map {
    fn extend<I: IntoIterator<Item = (K, Value)>>(&mut self, members: I) {
        for (key, value) in members {
            self.insert(key, value);
        }
    }
}

impl<K: Into<Key>> FromIterator<(K, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, Value)>>(members: I) -> Self {
        let members = members.into_iter();
        let mut map = Self::with_capacity(members.size_hint().0);
        map.extend(members);
        map
    }
}

impl IntoIterator for Map {
    type Item = (Key, Value);
    type IntoIter = IntoIter;

    fn into_iter(self) -> IntoIter {
        match self.0 {
            MapMembers::Short(list) => Either::Left(list.into_iter()),
            MapMembers::Long(map) => Either::Right(map.into_iter()),
        }
    }
}

impl<'m> IntoIterator for &'m Map {
    type Item = (&'m Key, &'m Value);
    type IntoIter = Iter<'m>;

    fn into_iter(self) -> Iter<'m> {
        self.iter()
    }
}

impl<'m> IntoIterator for &'m mut Map {
    type Item = (&'m Key, &'m mut Value);
    type IntoIter = IterMut<'m>;

    fn into_iter(self) -> IterMut<'m> {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests;
