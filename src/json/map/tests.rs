//! [`Map`] compared with the map of `serde_json`.

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// An operation on a map.
#[derive(Debug, Clone)]
enum MapStep {
    Insert(usize, i64),
    Entry(usize, i64),
    Remove(usize),
    ShiftRemove(usize),
    Double(usize),
    RetainBelow(usize),
}

fn step() -> impl Strategy<Value = MapStep> {
    // About twice as many keys as a short map holds.
    let key = 0..(2 * SHORT + 4);
    prop_oneof![
        6 => (key.clone(), 0_i64..9).prop_map(|(key, value)| MapStep::Insert(key, value)),
        4 => (key.clone(), 0_i64..9).prop_map(|(key, value)| MapStep::Entry(key, value)),
        1 => key.clone().prop_map(MapStep::Remove),
        1 => key.clone().prop_map(MapStep::ShiftRemove),
        1 => key.clone().prop_map(MapStep::Double),
        1 => key.prop_map(MapStep::RetainBelow),
    ]
}

fn name(key: usize) -> String {
    if key == 0 { "type".to_owned() } else { format!("p{key}") }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Members have the same order as in `serde_json` with `preserve_order`, after any operations.
    #[test]
    fn a_map_is_used_like_that_of_serde_json(steps in vec(step(), 0..80)) {
        let (mut ours, mut theirs) = (Map::new(), serde_json::Map::new());
        for step in steps {
            match step {
                MapStep::Insert(key, value) => {
                    let before = theirs.insert(name(key), value.into()).map(Value::from);
                    prop_assert_eq!(ours.insert(name(key), value.into()), before);
                }
                MapStep::Entry(key, value) => {
                    let there = theirs.entry(name(key)).or_insert(value.into()).clone();
                    prop_assert_eq!(&*ours.entry(name(key)).or_insert(value.into()), &Value::from(there));
                }
                MapStep::Remove(key) => {
                    let gone = theirs.remove(&name(key)).map(Value::from);
                    prop_assert_eq!(ours.remove(&name(key)), gone);
                }
                MapStep::ShiftRemove(key) => {
                    let gone = theirs.shift_remove(&name(key)).map(Value::from);
                    prop_assert_eq!(ours.shift_remove(&name(key)), gone);
                }
                MapStep::Double(key) => {
                    let double = |value: Option<i64>| 2 * value.unwrap_or_default();
                    if let Some(value) = theirs.get_mut(&name(key)) {
                        *value = double(value.as_i64()).into();
                    }
                    if let Some(value) = ours.get_mut(&name(key)) {
                        *value = double(value.as_i64()).into();
                    }
                }
                MapStep::RetainBelow(key) => {
                    let stays = |name: &str| name.trim_start_matches('p').parse().is_ok_and(|own: usize| own < key);
                    theirs.retain(|name, _| stays(name));
                    ours.retain(|name, _| stays(name));
                }
            }
            prop_assert_eq!(ours.len(), theirs.len());
        }
        prop_assert_eq!(Value::Object(ours).to_string(), serde_json::Value::Object(theirs).to_string());
    }
}

#[test]
fn maps_are_equal_in_any_order() {
    let keys: Vec<String> = (0..2 * SHORT).map(name).collect();
    for some in [&keys[..3], &keys[..]] {
        let ours: Map = some.iter().map(|key| (key, Value::Null)).collect();
        let mut theirs: Map = some.iter().rev().map(|key| (key, Value::Null)).collect();
        assert_eq!(ours, theirs);
        theirs.insert(&some[0], true.into());
        assert_ne!(ours, theirs);
    }
}

#[test]
fn a_member_takes_48_bytes() {
    assert_eq!((size_of::<Map>(), size_of::<(Key, Value)>()), (24, 48));
}
