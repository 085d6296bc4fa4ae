//! Makes a network file from the raw weights that the trainer for graphics processors writes,
//! `scripts/self_play.cu`:
//!
//!     cargo run --release -p hanamachi-hanamikoji --example network_file -- NAME-smooth.f32 NAME.json OUT
//!
//! The weights are 32-bit floats, little-endian; the JSON object describes the run as in the metadata of
//! `hana train`: `command`, `seed`, `rounds`, `settings`, `curve`, and `refined` if it began with another run.

use std::error::Error;
use std::ffi::OsString;
use std::{env, fs};

use hanamachi_core::search::learning::{Encoder, Network};
use hanamachi_hanamikoji::Rules;
use hanamachi_hanamikoji::learn::{RoundEncoder, write_network};
use hanamachi_table::{Metadata, Writer};
use serde_json::Value;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<OsString> = env::args_os().skip(1).collect();
    let [weights, run, out] = &arguments[..] else {
        return Err("usage: network_file WEIGHTS RUN OUT".into());
    };
    let (numbers, rest) = {
        let bytes = fs::read(weights)?;
        let (numbers, rest) = bytes.as_chunks();
        (numbers.iter().map(|&number| f32::from_le_bytes(number)).collect(), rest.len())
    };
    let rules = Rules::STANDARD;
    let encoder = RoundEncoder::new(&rules).ok_or("no encoder for the standard game")?;
    let network = Network::from_weights(encoder.features(), numbers).filter(|_| rest == 0);
    let network =
        network.ok_or_else(|| format!("{} does not have the weights of a network", weights.display()))?;

    let mut run: serde_json::Map<String, Value> = serde_json::from_slice(&fs::read(run)?)?;
    let mut metadata = Metadata { program: "self_play.cu".to_owned(), ..Metadata::default() };
    metadata.command =
        run.remove("command").and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
    metadata.seed = run.remove("seed").and_then(|seed| seed.as_u64());
    metadata
        .counts
        .extend(run.remove("rounds").and_then(|rounds| Some(("rounds".to_owned(), rounds.as_u64()?))));
    metadata.details.extend(run);
    let mut writer = Writer::new(Vec::new())?;
    write_network(&mut writer, &mut metadata, &rules, &network)?;
    fs::write(out, writer.finish(&metadata)?)?;
    Ok(())
}
