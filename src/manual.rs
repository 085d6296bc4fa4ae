//! `hanamachi man`: manual pages, one for each command, generated from the help.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::builder::Resettable;
use clap::{Args, Command};
use clap_mangen::Man;
use hanamachi_solver::table::disk::{Existing, NewFile};

use crate::failure::Failure;
use crate::session::Session;
use crate::style::count;

const EXAMPLES: &str = "\
Examples:
  # All pages in a folder; `man man1/hanamachi-okiya-solve.1` shows one of them
  hanamachi man -o man1
";

/// Write manual pages, one for each command
///
/// The pages are `hanamachi.1`, `hanamachi-okiya.1`, `hanamachi-okiya-solve.1` and so on. `man` finds them in a folder
/// such as ~/.local/share/man/man1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write the pages to the folder DIR, which is created if it does not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Replace pages that exist
    #[arg(long)]
    force: bool,
}

/// Writes the pages of `program`.
pub(crate) fn run(args: &ManArgs, program: Command, session: &Session) -> Result<(), Failure> {
    let mut program = program.disable_help_subcommand(true);
    // Gives subcommands their full names and the shared flags.
    program.build();
    let mut pages = Vec::new();
    collect(&program, &mut pages);
    let folder = &args.output;
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    // Refuses existing files before writing any page.
    let create =
        |(name, text)| Ok((NewFile::create(&folder.join(name), Existing::forced(args.force))?, text));
    let files = pages.into_iter().map(create).collect::<Result<Vec<(NewFile, Vec<u8>)>, Failure>>()?;
    let written = files.len();
    for (mut file, text) in files {
        file.write(&text)?;
        file.finish()?;
    }
    session.note(format_args!("Written to {}: {}", folder.display(), count(written, "page")));
    Ok(())
}

/// Appends the page of a command and those of its subcommands, each with its file name.
fn collect(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        collect(subcommand, pages);
    }
    // Examples are lines, not a paragraph, so they get a separate section.
    let examples = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let plain = command.clone().after_help(Resettable::Reset).after_long_help(Resettable::Reset);
    let page = Man::new(plain);
    let mut text = Vec::new();
    page.render(&mut text).expect("a vector takes every byte");
    text.extend_from_slice(examples.map(|text| literal("EXAMPLES", &text)).unwrap_or_default().as_bytes());
    pages.push((page.get_filename(), text));
}

/// Returns a section whose line breaks are kept.
fn literal(heading: &str, text: &str) -> String {
    let mut section = format!(".SH {heading}\n.nf\n");
    for line in text.lines().filter(|line| *line != "Examples:") {
        let line = line.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
        // Without this prefix, roff would interpret such a line as a request.
        let shield = if line.starts_with('.') { "\\&" } else { "" };
        let _ = writeln!(section, "{shield}{line}");
    }
    section + ".fi\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_stay_line_by_line() {
        let text = "Examples:\n  # It's one\n  hana review ....... 'a\\n' -o x\n.hidden";
        let section = ".SH EXAMPLES\n.nf\n  # It\\(aqs one\n  hana review ....... \\(aqa\\en\\(aq \\-o x\n\\&.hidden\n.fi\n";
        assert_eq!(literal("EXAMPLES", text), section);
    }
}
