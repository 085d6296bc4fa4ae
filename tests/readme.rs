//! The README's commands print what it says they print: see [`console`](crate::console).

use crate::console::assert_commands_print_what_it_says;

#[test]
fn commands_print_what_the_readme_says() {
    assert_commands_print_what_it_says("README.md");
}
