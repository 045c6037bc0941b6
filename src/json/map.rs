//! Members of a JSON object.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Index;

use either::Either;
use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::{Key, Value};

/// Members of a JSON object, in insertion order.
#[derive(Clone)]
pub struct Map(MapMembers);

/// Representations of the members. A map that has become long stays long when members are removed.
#[derive(Clone)]
enum MapMembers {
    /// At most [`SHORT`] members, with unique keys.
    Short(Vec<(Key, Value)>),
    Long(Box<LongMembers>),
}

type LongMembers = IndexMap<Key, Value, FixedState>;

/// Maximum number of members for which a linear search is faster than hashing a key.
const SHORT: usize = 16;

/// Iterator over members.
pub(crate) type Iter<'m> = Either<
    std::iter::Map<std::slice::Iter<'m, (Key, Value)>, fn(&'m (Key, Value)) -> (&'m Key, &'m Value)>,
    indexmap::map::Iter<'m, Key, Value>,
>;

/// Iterator over members with mutable values.
pub(crate) type IterMut<'m> = Either<
    std::iter::Map<
        std::slice::IterMut<'m, (Key, Value)>,
        fn(&'m mut (Key, Value)) -> (&'m Key, &'m mut Value),
    >,
    indexmap::map::IterMut<'m, Key, Value>,
>;

/// Iterator over members that consumes the map.
pub(crate) type IntoIter = Either<std::vec::IntoIter<(Key, Value)>, indexmap::map::IntoIter<Key, Value>>;

impl Map {
    /// Creates an empty object.
    pub const fn new() -> Self {
        Self(MapMembers::Short(Vec::new()))
    }

    /// Creates an empty object with room for `capacity` members.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(if capacity <= SHORT {
            MapMembers::Short(Vec::with_capacity(capacity))
        } else {
            MapMembers::Long(Box::new(LongMembers::with_capacity_and_hasher(capacity, FixedState::default())))
        })
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        match &self.0 {
            MapMembers::Short(list) => list.len(),
            MapMembers::Long(map) => map.len(),
        }
    }

    /// Returns true if there are no members.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &(impl Borrow<str> + ?Sized)) -> Option<&Value> {
        self.get_key_value(key).map(|(_, value)| value)
    }

    /// Returns the value of a key, with the key as the map stores it.
    pub fn get_key_value(&self, key: &(impl Borrow<str> + ?Sized)) -> Option<(&Key, &Value)> {
        let key = key.borrow();
        match &self.0 {
            MapMembers::Short(list) => {
                list.iter().find(|(name, _)| name == key).map(|(name, value)| (name, value))
            }
            MapMembers::Long(map) => map.get_key_value(key),
        }
    }

    /// Returns a mutable reference to the value of a key.
    pub fn get_mut(&mut self, key: &(impl Borrow<str> + ?Sized)) -> Option<&mut Value> {
        let key = key.borrow();
        match &mut self.0 {
            MapMembers::Short(list) => list.iter_mut().find(|(name, _)| name == key).map(|(_, value)| value),
            MapMembers::Long(map) => map.get_mut(key),
        }
    }

    /// Returns the member at an index, its value to change.
    pub(crate) fn at_mut(&mut self, index: usize) -> Option<(&Key, &mut Value)> {
        match &mut self.0 {
            MapMembers::Short(list) => list.get_mut(index).map(|(name, value)| (&*name, value)),
            MapMembers::Long(map) => map.get_index_mut(index),
        }
    }

    /// Returns true if there is a member with this key.
    pub fn contains_key(&self, key: &(impl Borrow<str> + ?Sized)) -> bool {
        self.get(key).is_some()
    }

    /// Sets the value of a key. An existing member keeps its position, and its old value is returned; a new member is
    /// appended.
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

    /// Removes a member; the others keep their order.
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

    /// Removes a member; the last member takes its position.
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

    /// Returns the entry of a key, for insertion if it is missing.
    pub fn entry(&mut self, key: impl Into<Key>) -> MapEntry<'_> {
        MapEntry { map: self, key: key.into() }
    }

    /// Keeps only the members for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Key, &mut Value) -> bool) {
        match &mut self.0 {
            MapMembers::Short(list) => list.retain_mut(|(key, value)| keep(key, value)),
            MapMembers::Long(map) => map.retain(|key, value| keep(key, value)),
        }
    }

    /// Moves all members of `other` into this map.
    pub fn append(&mut self, other: &mut Self) {
        self.extend(std::mem::take(other));
    }

    /// Iterates over the members.
    pub fn iter(&self) -> Iter<'_> {
        match &self.0 {
            MapMembers::Short(list) => Either::Left(list.iter().map(|(key, value)| (key, value))),
            MapMembers::Long(map) => Either::Right(map.iter()),
        }
    }

    /// Iterates over the members with mutable values.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        match &mut self.0 {
            MapMembers::Short(list) => Either::Left(list.iter_mut().map(|(key, value)| (&*key, value))),
            MapMembers::Long(map) => Either::Right(map.iter_mut()),
        }
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Key> + ExactSizeIterator {
        self.iter().map(|(key, _)| key)
    }

    /// Iterates over the values.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> + ExactSizeIterator {
        self.iter().map(|(_, value)| value)
    }

    /// Iterates over mutable values.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Value> + ExactSizeIterator {
        self.iter_mut().map(|(_, value)| value)
    }

    /// Returns the index of the member with a key.
    fn position(&self, key: &str) -> Option<usize> {
        match &self.0 {
            MapMembers::Short(list) => list.iter().position(|(name, _)| name == key),
            MapMembers::Long(map) => map.get_index_of(key),
        }
    }

    /// Returns the value of the member at an existing index.
    fn at(&mut self, position: usize) -> &mut Value {
        match &mut self.0 {
            MapMembers::Short(list) => &mut list[position].1,
            MapMembers::Long(map) => &mut map[position],
        }
    }
}

/// An entry of a map, which may be vacant.
pub struct MapEntry<'m> {
    map: &'m mut Map,
    key: Key,
}

impl<'m> MapEntry<'m> {
    /// Returns the existing value, or inserts `value`.
    pub fn or_insert(self, value: Value) -> &'m mut Value {
        self.or_insert_with(|| value)
    }

    /// Returns the existing value, or inserts the result of `value`.
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

/// Members are compared without regard to their order (JSON Schema 2020-12 core, section 4.2.2).
impl PartialEq for Map {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().all(|(key, value)| other.get(key) == Some(value))
    }
}

impl Eq for Map {}

/// Returns the value of a key, or `null`.
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
