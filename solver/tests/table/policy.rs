//! Policy tables of made-up keys.

use std::collections::BTreeMap;

use hanamachi_solver::table::little_endian::{U16, U64};
use hanamachi_solver::table::{
    Metadata, POLICY_KIND, POLICY_VERSION, PolicyCounts, PolicyError, PolicyRow, PolicyRows, PolicyTable,
    Reader, RowBuffer, Writer, quantize, write_policy,
};
use proptest::prelude::*;

type Rows = BTreeMap<[u8; 3], Vec<(u32, f64)>>;

fn metadata() -> Metadata {
    Metadata { kind: POLICY_KIND.to_owned(), kind_version: POLICY_VERSION, ..Metadata::default() }
}

fn buffer<'a>(rows: impl IntoIterator<Item = (&'a [u8; 3], &'a Vec<(u32, f64)>)>) -> RowBuffer {
    let mut buffer = RowBuffer::new(3);
    for (key, choices) in rows {
        let probabilities: Vec<f64> = choices.iter().map(|choice| choice.1).collect();
        buffer.push(key, choices.iter().map(|choice| choice.0), &probabilities).unwrap();
    }
    buffer
}

fn written(rows: &impl PolicyRows) -> (PolicyCounts, Vec<u8>) {
    let mut writer = Writer::new(Vec::new()).unwrap();
    let counts = write_policy(&mut writer, rows).unwrap();
    (counts, writer.finish(&metadata()).unwrap())
}

fn rows(actions: impl Strategy<Value = u32>) -> impl Strategy<Value = Rows> {
    let choices = prop::collection::vec((actions, 0.001..1.0_f64), 1..6);
    prop::collection::btree_map(prop::array::uniform3(0_u8..6), choices, 0..60)
}

proptest! {
    #[test]
    fn every_key_is_found_with_its_choices_and_no_other(
        rows in prop_oneof![rows(0..=0xffff_u32), rows(any::<u32>())],
    ) {
        // Backwards: the buffer has to sort.
        let mut buffer = buffer(rows.iter().rev());
        buffer.sort().unwrap();
        let (counts, file) = written(&buffer);
        let table = PolicyTable::open(&file).unwrap();
        table.verify().unwrap();
        prop_assert_eq!(table.counts(), counts);
        prop_assert_eq!(counts.rows, rows.len() as u64);
        for key in (0..216_u8).map(|number| [number / 36, number / 6 % 6, number % 6]) {
            let found = table.find(&key);
            prop_assert_eq!(found.is_some(), rows.contains_key(&key));
            let (Some(found), Some(choices)) = (found, rows.get(&key)) else { continue };
            prop_assert!(found.actions().eq(choices.iter().map(|choice| choice.0)));
            let sum: f64 = choices.iter().map(|choice| choice.1).sum();
            for (probability, choice) in found.probabilities().zip(choices) {
                prop_assert!((probability - choice.1 / sum).abs() < 1.0 / 65_535.0);
            }
        }
        prop_assert!(table.find(&[]).is_none() && table.find(&[0; 4]).is_none() && table.find(&[255; 3]).is_none());
        prop_assert!(table.rows().map(|(key, _)| key).eq(rows.keys().map(|key| &key[..])));
        let wide = rows.values().flatten().any(|choice| choice.0 > 0xffff);
        let width = Reader::open(&file).unwrap().section("actions").unwrap().len();
        prop_assert_eq!(width, counts.choices * if wide { 4 } else { 2 });
    }
}

#[test]
fn exact_probabilities_are_kept_and_checked() {
    let mut rows = RowBuffer::new(2).exact();
    rows.push(b"bb", [7, 9], &[1.0, 2.0]).unwrap();
    rows.push(b"aa", [1, 2, 3], &[0.3, 0.0, 0.3]).unwrap();
    rows.sort().unwrap();
    let (_, mut file) = written(&rows);
    let probabilities = |key, file: &[u8]| -> Vec<f64> {
        PolicyTable::open(file).unwrap().find(key).unwrap().probabilities().collect()
    };
    assert_eq!(probabilities(b"aa", &file), [0.5, 0.0, 0.5]);
    assert_eq!(probabilities(b"bb", &file), [1.0 / 3.0, 2.0 / 3.0]);
    PolicyTable::open(&file).unwrap().verify().unwrap();
    let place = file.windows(8).position(|bytes| bytes == 0.5_f64.to_le_bytes()).unwrap();
    file[place..place + 8].copy_from_slice(&0.75_f64.to_le_bytes());
    assert!(PolicyTable::open(&file).unwrap().verify().is_err());
}

/// Rows as given.
struct Given<'a>(Vec<PolicyRow<'a>>);

impl PolicyRows for Given<'_> {
    fn key_bytes(&self) -> usize {
        2
    }

    fn each_row(
        &self,
        take: &mut dyn FnMut(PolicyRow<'_>) -> Result<(), PolicyError>,
    ) -> Result<(), PolicyError> {
        self.0.iter().try_for_each(|&row| take(row))
    }
}

#[test]
fn rows_that_make_no_policy_are_refused() {
    let row = PolicyRow { key: b"bb", actions: &[1, 2], units: &[1, 65_534], exact: &[] };
    let refused = |rows: &[PolicyRow<'_>]| {
        let mut writer = Writer::new(Vec::new()).unwrap();
        write_policy(&mut writer, &Given(rows.to_vec())).map(drop)
    };
    refused(&[row]).unwrap();
    let order = |result| matches!(result, Err(PolicyError::Order));
    assert!(order(refused(&[row, row])) && order(refused(&[row, PolicyRow { key: b"ab", ..row }])));
    assert!(matches!(refused(&[PolicyRow { key: b"b", ..row }]), Err(PolicyError::KeyLength { .. })));
    for (actions, units) in [
        (&[1_u32, 2][..], &[1_u16, 65_533][..]),
        (&[1], &[1, 65_534]),
        (&[], &[]),
        (&[1, 2], &[65_535, 65_535]),
    ] {
        assert!(matches!(refused(&[PolicyRow { actions, units, ..row }]), Err(PolicyError::Row)));
    }
    let mut buffer = RowBuffer::new(2);
    assert!(matches!(buffer.push(b"abc", [1], &[1.0]), Err(PolicyError::KeyLength { .. })));
    assert!(matches!(buffer.push(b"ab", [1], &[0.0]), Err(PolicyError::NoDistribution(_))));
    assert!(matches!(buffer.push(b"ab", [1], &[0.5, 0.5]), Err(PolicyError::Row)));
    assert!(buffer.is_empty());
    buffer.push(b"ab", [1], &[1.0]).unwrap();
    buffer.push(b"ab", [1], &[1.0]).unwrap();
    assert!(matches!(buffer.sort(), Err(PolicyError::Order)));
}

/// A policy of which each section is as given.
fn table(keys: &[[u8; 2]], ends: &[u64], actions: &[u16], units: &[u16]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.records("keys", keys.iter().copied()).unwrap();
    writer.records("ends", ends.iter().copied().map(U64::new)).unwrap();
    writer.records("actions", actions.iter().copied().map(U16::new)).unwrap();
    writer.records("probabilities", units.iter().copied().map(U16::new)).unwrap();
    writer.finish(&metadata()).unwrap()
}

#[test]
fn sections_that_do_not_fit_are_refused_though_their_hashes_are_true() {
    let keys = [*b"aa", *b"bb"];
    let fine = table(&keys, &[1, 3], &[7, 8, 9], &[65_535, 1, 65_534]);
    let opened = PolicyTable::open(&fine).unwrap();
    opened.verify().unwrap();
    assert_eq!(opened.find(b"bb").unwrap().units().collect::<Vec<_>>(), [1, 65_534]);
    let sizes = [
        table(&keys, &[3], &[7, 8, 9], &[65_535, 1, 65_534]),
        table(&keys, &[1, 2], &[7, 8, 9], &[65_535, 1, 65_534]),
        table(&keys, &[1, u64::MAX], &[7, 8, 9], &[65_535, 1, 65_534]),
        table(&keys, &[1, 3], &[7, 8], &[65_535, 1, 65_534]),
        table(&[], &[], &[7], &[65_535]),
    ];
    for file in sizes {
        let error = PolicyTable::open(&file).unwrap_err().to_string();
        assert!(error.contains("section `ends`") || error.contains("section `actions`"), "{error}");
    }
    let contents = [
        (table(&[keys[1], keys[0]], &[1, 3], &[7, 8, 9], &[65_535, 1, 65_534]), "keys"),
        (table(&[keys[0]; 2], &[1, 3], &[7, 8, 9], &[65_535, 1, 65_534]), "keys"),
        (table(&[keys[0], keys[1], *b"cc"], &[2, 1, 3], &[7, 8, 9], &[1, 65_534, 65_535]), "ends"),
        (table(&[keys[0], keys[1], *b"cc"], &[9, 3, 3], &[7, 8, 9], &[65_535, 1, 65_534]), "ends"),
        (table(&keys, &[1, 3], &[7, 8, 9], &[65_535, 1, 65_533]), "probabilities"),
        (table(&keys, &[0, 3], &[7, 8, 9], &[65_535, 1, 65_534]), "probabilities"),
    ];
    for (file, section) in contents {
        let opened = PolicyTable::open(&file).unwrap();
        for key in [b"aa", b"bb", b"cc", b"zz"] {
            let _ = opened.find(key).map(|choices| choices.actions().count());
        }
        let _ = opened.rows().count();
        let error = opened.verify().unwrap_err().to_string();
        assert!(error.contains(&format!("section `{section}`")), "{error}");
    }
}

/// A table that changes after it was opened: its owner modifies it concurrently.
#[test]
fn lookups_survive_bytes_that_change() {
    struct Fickle(Vec<u8>, std::cell::Cell<u32>);
    impl AsRef<[u8]> for Fickle {
        fn as_ref(&self) -> &[u8] {
            self.1.set(self.1.get() + 1);
            if self.1.get() == 1 { &self.0 } else { &self.0[..self.0.len() / (self.1.get() as usize)] }
        }
    }
    let file = table(&[*b"aa", *b"bb"], &[1, 3], &[7, 8, 9], &[65_535, 1, 65_534]);
    let opened = PolicyTable::open(Fickle(file, 0.into())).unwrap();
    let _ = (opened.find(b"aa").map(|choices| choices.len()), opened.rows().count());
    assert!(opened.verify().is_err());
}

#[test]
fn every_flipped_byte_is_found() {
    let mut units = Vec::new();
    quantize(&[0.3, 0.7], &mut units).unwrap();
    let file = table(&[*b"aa"], &[2], &[3, 4], &units);
    for at in 0..file.len() {
        let mut damaged = file.clone();
        damaged[at] ^= 0x41;
        assert!(PolicyTable::open(&damaged).and_then(|table| table.verify()).is_err(), "byte {at}");
    }
}
