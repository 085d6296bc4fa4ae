//! A connection that ends when its client reads nothing for too long.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A stream whose writes fail once none of them has made progress for a while.
pub(super) struct Impatient {
    stream: TcpStream,
    limit: Duration,
    /// Runs while a write waits for the client.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl Impatient {
    pub(super) const fn new(stream: TcpStream, limit: Duration) -> Self {
        Self { stream, limit, waiting: None }
    }

    /// The result of a write, or an error when the client has kept it waiting for too long.
    fn watched<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(waiting.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Impatient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Impatient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watched(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::io::Read;
    use std::thread;

    use super::*;

    const BYTES: usize = 1 << 26;

    /// Sends more than the buffers of the system hold to a client that reads it all, or nothing.
    fn sent(limit: Duration, is_read: bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
            let client = std::net::TcpStream::connect(listener.local_addr()?)?;
            let mut reader = client.try_clone()?.take(BYTES as u64);
            let reading = is_read.then(|| thread::spawn(move || io::copy(&mut reader, &mut io::sink())));
            let mut stream = Impatient::new(listener.accept().await?.0, limit);
            let mut left = BYTES;
            let part = [0; 1 << 14];
            let sent = poll_fn(|context| {
                while left > 0 {
                    let part = &part[..left.min(part.len())];
                    left -= ready!(Pin::new(&mut stream).poll_write(context, part))?;
                }
                Poll::Ready(Ok::<_, io::Error>(()))
            });
            sent.await?;
            assert_eq!(reading.map(|reading| reading.join().unwrap().unwrap()), Some(BYTES as u64));
            Ok(())
        })
    }

    #[test]
    fn a_client_that_reads_nothing_is_disconnected() {
        sent(Duration::from_secs(600), true).unwrap();
        assert_eq!(sent(Duration::from_millis(20), false).unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
