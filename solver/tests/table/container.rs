//! Round trips of the container and of checkpoints.

use hanamachi_solver::table::little_endian::{F64, U16, U64};
use hanamachi_solver::table::{
    CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, CheckpointError, FilePart, Flaw, Identity, Metadata,
    ReadError, Reader, STATE, Width, WriteError, Writer,
};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Small {
    words: Vec<String>,
    number: Option<i64>,
    nested: Box<[(u8, f64)]>,
}

fn small() -> impl Strategy<Value = Small> {
    let nested = prop::collection::vec((any::<u8>(), prop::num::f64::NORMAL), 0..5);
    (prop::collection::vec(".*", 0..4), any::<Option<i64>>(), nested)
        .prop_map(|(words, number, nested)| Small { words, number, nested: nested.into() })
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let counts = prop::collection::btree_map("[a-z_]{1,8}", any::<u64>(), 0..4);
    let details = prop::collection::btree_map("[a-z_]{1,8}", prop::num::f64::NORMAL, 0..4);
    (".*", any::<u32>(), any::<Option<u64>>(), counts, details).prop_map(
        |(memo, kind_version, seed, counts, details)| Metadata {
            kind: "test".to_owned(),
            kind_version,
            seed,
            counts,
            details: details.into_iter().map(|(key, value)| (key, value.into())).collect(),
            memo,
            ..Metadata::default()
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        numbers in prop::collection::vec(any::<u64>(), 0..20_000),
        floats in prop::collection::vec(any::<f64>(), 0..100),
        small in small(),
        metadata in metadata(),
    ) {
        let mut writer = Writer::new(Vec::new()).unwrap();
        writer.records("bytes", bytes.iter().copied()).unwrap();
        writer.coded("small", &small).unwrap();
        writer.records("numbers", numbers.iter().map(|&number| U64::new(number))).unwrap();
        writer.records("floats", floats.iter().map(|&float| F64::new(float))).unwrap();
        let file = writer.finish(&metadata).unwrap();

        let reader = Reader::open(&file).unwrap();
        reader.verify().unwrap();
        prop_assert_eq!(reader.metadata(), &metadata);
        prop_assert_eq!(reader.bytes("bytes").unwrap(), &bytes[..]);
        prop_assert_eq!(reader.coded::<Small>("small").unwrap(), small);
        let read: Vec<u64> = reader.records::<U64>("numbers").unwrap().iter().map(|number| number.get()).collect();
        prop_assert_eq!(read, numbers);
        let read = reader.records::<F64>("floats").unwrap().iter().map(|float| float.get().to_bits());
        prop_assert!(read.eq(floats.iter().map(|float| float.to_bits())));
        prop_assert_eq!(reader.section("floats").unwrap().records(), Some(floats.len() as u64));
        for section in reader.sections() {
            let hash = blake3::hash(reader.bytes(section.name()).unwrap());
            prop_assert_eq!(section.hash(), hash.as_bytes());
        }
    }
}

/// The layout that the module describes, byte by byte, by hand: a file of one section.
#[test]
fn the_bytes_are_those_of_the_description() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.records("ab", [0x0102_u16, 0x0304].map(U16::new)).unwrap();
    let file = writer.finish(&Metadata::default()).unwrap();
    let mut expected = b"\x89HNM\r\n\x1a\n\x01\0\0\0\x01\0\0\0".to_vec();
    expected.resize(64, 0);
    let header = expected.clone();
    expected.extend([2, 1, 4, 3]);
    expected.resize(128, 0);
    let json = Reader::open(&file).unwrap().metadata_text().as_bytes().to_vec();
    assert!(json.starts_with(b"{\n  \"kind\": \"\"") && json.ends_with(b"}\n"));
    expected.extend(&json);
    expected.resize(expected.len().next_multiple_of(64), 0);
    let mut entry = b"ab".to_vec();
    entry.resize(32, 0);
    entry.extend([64_u64, 4, 2, 0].iter().flat_map(|number| number.to_le_bytes()));
    entry.extend(blake3::hash(&[2, 1, 4, 3]).as_bytes());
    let table = expected.len() as u64;
    expected.extend(&entry);
    let length = expected.len() as u64 + 144;
    let extent = [128, json.len() as u64, table, 1, length];
    let mut footer: Vec<u8> = extent.iter().flat_map(|number| number.to_le_bytes()).collect();
    footer.extend(blake3::hash(&json).as_bytes());
    footer.extend(blake3::hash(&entry).as_bytes());
    let hash = blake3::hash(&[header, footer.clone()].concat());
    footer.extend(hash.as_bytes());
    footer.extend(b"HNM end\n");
    expected.extend(footer);
    assert_eq!(file, expected);
    assert_eq!(Reader::open(&file).unwrap().identity(), hash.as_bytes());
}

#[test]
fn the_writer_refuses_what_the_reader_would() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    for name in ["", "Keys", "a b", "é", "0123456789abcdef0123456789abcdef0", "a\0"] {
        let refused = writer.records(name, [0_u8]).unwrap_err();
        assert!(matches!(refused, WriteError::Name { .. }), "{name}");
    }
    writer.records("keys", [0_u8]).unwrap();
    assert!(matches!(writer.records("keys", [0_u8]), Err(WriteError::Twice { .. })));
    let uneven = writer.section("uneven", Width::for_type::<U64>().unwrap(), |section| {
        std::io::Write::write_all(section, &[0; 9]).map_err(WriteError::Io)
    });
    assert!(matches!(uneven, Err(WriteError::Width { bytes: 9, .. })));
    // A section that was started cannot be undone.
    assert!(matches!(writer.records("more", [0_u8]), Err(WriteError::Broken)));
    assert!(matches!(writer.finish(&Metadata::default()), Err(WriteError::Broken)));

    let writer = Writer::new(Vec::new()).unwrap();
    let long = Metadata { memo: "x".repeat(1 << 20), ..Metadata::default() };
    assert!(matches!(writer.finish(&long), Err(WriteError::Metadata { .. })));
}

/// A stream that is full after this many bytes.
struct Disk(usize);

impl std::io::Write for Disk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = bytes.len().min(self.0);
        self.0 -= count;
        if count == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(count) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_is_full() {
    let write = |room: usize| -> Result<(), WriteError> {
        let mut writer = Writer::new(Disk(room))?;
        writer.records("numbers", (0..100).map(U64::new))?;
        writer.coded("small", &"word")?;
        writer.finish(&Metadata::default()).map(drop)
    };
    let mut room = 0;
    while let Err(error) = write(room) {
        assert!(matches!(error, WriteError::Io(_) | WriteError::Codec { .. }), "{error}");
        room += 1;
    }
    assert!((1000..3000).contains(&room), "{room}");
}

#[test]
fn what_is_not_there_or_otherwise_made_is_named() {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.records("numbers", [1_u64].map(U64::new)).unwrap();
    writer.coded("small", &1_u64).unwrap();
    let file = writer.finish(&Metadata { kind: "test".to_owned(), ..Metadata::default() }).unwrap();
    let reader = Reader::open(&file).unwrap();
    assert_eq!(reader.bytes("keys"), Err(ReadError::NoSection { name: "keys".to_owned() }));
    let width = |name: &str, found, expected| ReadError::Damaged {
        part: FilePart::Section(name.to_owned()),
        flaw: Flaw::OtherWidth { found, expected },
    };
    assert_eq!(reader.records::<U16>("numbers").unwrap_err(), width("numbers", 8, 2));
    assert_eq!(reader.records::<U64>("small").unwrap_err(), width("small", 0, 8));
    assert_eq!(reader.coded::<u64>("numbers").unwrap_err(), width("numbers", 8, 0));
    assert!(reader.coded::<u32>("small").unwrap_err().to_string().contains("`small`"));
    let kind = reader.expect_kind("policy", 1).unwrap_err();
    assert_eq!(kind.to_string(), "the file is of the kind `test`, version 0, not `policy`, version 1");
}

fn checkpoint() -> (Identity, Vec<u8>) {
    let identity = Identity::new().with("game", "kuhn").with("algorithm", "cfr+");
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.coded(STATE, &(17_u64, "word".to_owned())).unwrap();
    writer.records("regrets", [0.1, f64::NAN, f64::NEG_INFINITY].map(F64::new)).unwrap();
    let mut metadata = Metadata {
        kind: CHECKPOINT_KIND.to_owned(),
        kind_version: CHECKPOINT_VERSION,
        memo: "a remark".to_owned(),
        ..Metadata::default()
    };
    identity.describe(&mut metadata);
    let file = writer.finish(&metadata);
    (identity, file.unwrap())
}

#[test]
fn a_checkpoint_comes_back_bit_for_bit() {
    let (identity, file) = checkpoint();
    let checkpoint = Checkpoint::open(&file, &identity).unwrap();
    assert_eq!(checkpoint.state::<(u64, String)>().unwrap(), (17, "word".to_owned()));
    let regrets = checkpoint.records::<F64>("regrets").unwrap();
    let bits = regrets.iter().map(|regret| regret.get().to_bits());
    assert!(bits.eq([0.1, f64::NAN, f64::NEG_INFINITY].map(f64::to_bits)));
    assert_eq!(checkpoint.reader().metadata().memo, "a remark");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_with_the_difference() {
    let (identity, file) = checkpoint();
    let refused = |asked: &Identity| Checkpoint::open(&file, asked).unwrap_err().to_string();
    assert_eq!(
        refused(&identity.clone().with("game", "leduc")),
        "the checkpoint is of another run: its game is `kuhn`, this run's is `leduc`"
    );
    assert_eq!(
        refused(&identity.clone().with("seed", "1")),
        "the checkpoint is of another run: its seed is not given, this run's is `1`"
    );
    assert_eq!(
        refused(&Identity::new().with("game", "kuhn")),
        "the checkpoint is of another run: its algorithm is `cfr+`, this run's is not given"
    );
    let plain = Writer::new(Vec::new()).unwrap().finish(&Metadata::default()).unwrap();
    let other = Checkpoint::open(&plain, &identity).unwrap_err();
    assert!(matches!(other, CheckpointError::File(ReadError::OtherKind { .. })), "{other}");
}

#[test]
fn a_checkpoint_is_checked_as_a_whole() {
    let (identity, mut file) = checkpoint();
    for at in 0..file.len() {
        file[at] ^= 0x10;
        assert!(Checkpoint::open(&file, &identity).is_err(), "byte {at}");
        file[at] ^= 0x10;
    }
}
