//! The study board over HTTP: the files of its page, and the methods of [`hanamachi_board_engine`] with the engine of this machine.
//!
//! [`serve`] answers until a token is cancelled. It accepts requests of its own pages and of programs only, streams the
//! messages of a search line by line, and ends a search when its connection closes.
//!
//! | file | contents |
//! |---|---|
//! | `server` | connections, requests and their limits, shutdown |
//! | `guard` | access control of requests |
//! | `impatient` | connections whose clients read nothing |
//! | `search` | one request to the engine, on a thread of its own, streamed |
//! | `page` | the files of the page |
//! | `reply` | responses, with their common headers |
//! | `site` | addresses of public sites |

mod guard;
mod impatient;
mod page;
mod reply;
mod search;
mod server;
mod site;

pub use guard::HostName;
pub use server::serve;
pub use site::parse_site;
