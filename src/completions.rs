//! `hanamachi completions`: completion scripts for shells, generated from the definitions of the arguments.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  # Bash: put the file where your system looks for completions, or source it in ~/.bashrc
  hanamachi completions bash > hanamachi.bash

  # Zsh: put the file into a folder of $fpath
  hanamachi completions zsh > _hanamachi

  # Fish: put the file into ~/.config/fish/completions
  hanamachi completions fish > hanamachi.fish
";

/// Print a shell script that completes commands, flags and their values
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Shell to print the script for
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script for `program`.
pub(crate) fn run(args: &CompletionsArgs, mut program: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    let name = program.get_name().to_owned();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    let mut output = Output::stdout();
    output.verbatim(&String::from_utf8_lossy(&script))?;
    output.finish()
}
