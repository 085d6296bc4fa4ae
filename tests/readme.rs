//! The README's commands print the output shown there: see [`console`](crate::console).

use crate::console::assert_commands_print_what_it_says;

#[test]
fn commands_print_what_the_readme_says() {
    assert_commands_print_what_it_says("README.md");
}
