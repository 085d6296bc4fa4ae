//! `hanamachi completions`: completion scripts for shells, generated from the definitions of the arguments.

use clap::builder::Resettable;
use clap::{Arg, Args, Command};
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
pub(crate) fn run(args: &CompletionsArgs, program: &Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut listed(program), program.get_name(), &mut script);
    let mut output = Output::stdout();
    output.verbatim(&String::from_utf8_lossy(&script))?;
    output.finish()
}

/// The command without what no list shows: the generator of the scripts includes hidden commands and flags.
fn listed(command: &Command) -> Command {
    // The names live as long as the program, which ends after this command.
    let bare = Command::new(&*command.get_name().to_owned().leak());
    let bare = match command.get_about() {
        Some(about) => bare.about(about.clone()),
        None => bare,
    };
    let aliases = command.get_visible_aliases().map(|alias| &*alias.to_owned().leak());
    // Without what refers to hidden flags.
    let free =
        |argument: &Arg| argument.clone().conflicts_with(Resettable::Reset).requires(Resettable::Reset);
    bare.visible_aliases(aliases.collect::<Vec<&'static str>>())
        .args(command.get_arguments().filter(|argument| !argument.is_hide_set()).map(free))
        .subcommands(command.get_subcommands().filter(|inner| !inner.is_hide_set()).map(listed))
}
