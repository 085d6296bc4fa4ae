//! `hanamachi board`: the study board in a browser, with the engine of this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::str::FromStr;

use anyhow::{Context, anyhow};
use clap::Args;
use hanamachi_board_server::{HostName, parse_site, serve};

use crate::args::ThreadArgs;
use crate::browser;
use crate::failure::Failure;
use crate::session::Session;
use crate::workers::thread_pool;

const EXAMPLES: &str = "\
Examples:
  # Serve the board to this machine and show it in the browser; Ctrl-C ends it
  hanamachi board --open

  # On any free port, whose address is printed on standard error
  hanamachi board --port 0

  # For a phone in the same network, which opens the second address that is printed
  hanamachi board --listen 0.0.0.0

  # Behind a proxy, or under a name in the local network
  hanamachi board --listen 0.0.0.0 --host board.local --host games.example.org

  # Shared links lead to a public site
  hanamachi board --site https://example.org/board/
";

/// Default port; 8742 is not registered for another program.
const PORT: u16 = 8742;

/// Serve the study board: both games in the browser, with the engine of this machine
///
/// On the board you set up gardens and hands by tapping, see the value of every move, play, review and train. This command
/// serves the page to browsers of the same machine and sends nothing elsewhere.
///
/// Other machines reach it only with --listen. Requests of foreign pages are refused, searches are limited to half a
/// minute, and a search ends when its page is closed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BoardArgs {
    /// Port to listen on; 0 chooses a free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Address of this machine to listen on; with 0.0.0.0, all of them, everybody in the network can use the board
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Further name of the server, as mDNS, a tunnel or a proxy gives it; may be repeated
    #[arg(long, value_name = "NAME", value_parser = HostName::from_str)]
    host: Vec<HostName>,
    /// Public site of the board for shared links; without it they work on this machine only
    #[arg(long, value_name = "URL", value_parser = parse_site)]
    site: Option<String>,
    /// Open the board in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Runs the command.
pub(crate) fn run(args: &BoardArgs, session: &Session) -> Result<(), Failure> {
    let address = SocketAddr::new(args.listen, args.port);
    let listener = TcpListener::bind(address).map_err(|error| refused(&error, address))?;
    let address = listener.local_addr().context("the listening socket has no address")?;
    // A server that listens on all addresses is shown with its loopback address.
    let shown = match address.ip() {
        ip if ip.is_unspecified() => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        _ => address,
    };
    let url = format!("http://{shown}/");
    session.note(format_args!("The board is at {url} (Ctrl-C ends it)"));
    if let Some(ip) = address.ip().is_unspecified().then(address_in_network).flatten() {
        let there = SocketAddr::new(ip, address.port());
        session.note(format_args!("Other devices in the network open http://{there}/"));
    }
    if args.open && browser::open(&url).is_err() {
        session.note("No browser could be started: open the address yourself.");
    }
    let pool = thread_pool(args.threads.count())?;
    serve(listener, args.host.clone(), pool, args.site.as_deref(), session.cancel)?;
    session.note("The board has been closed.");
    Ok(())
}

/// Returns the address of this machine in its network, if it is in one. Connecting a socket of UDP sends nothing: it
/// only chooses the address that packets to the outside would come from.
fn address_in_network() -> Option<IpAddr> {
    // An address of documentation, RFC 5737.
    const OUTSIDE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(OUTSIDE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Error: the address cannot be used.
fn refused(error: &std::io::Error, address: SocketAddr) -> Failure {
    let hint = match error.kind() {
        std::io::ErrorKind::AddrInUse => "; another program uses this port, `--port 0` chooses a free one",
        _ => "",
    };
    let reason = hanamachi_solver::table::disk::reason(error);
    anyhow!("cannot listen on {address}: {reason}{hint}").into()
}
