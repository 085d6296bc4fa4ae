//! A client that sends arbitrary requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;

/// A server that ends with its test.
pub(super) struct Server {
    child: Mutex<Child>,
    stderr: Mutex<BufReader<ChildStderr>>,
    pub(super) port: u16,
}

impl Server {
    /// On a free port, with these flags too.
    pub(super) fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("hanamachi"))
            .args(["board", "--port", "0"])
            .args(flags)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("the address");
        let port =
            line.split("http://").nth(1).and_then(|rest| rest.split([':', '/']).nth(1)).unwrap_or_default();
        let port = port.parse().unwrap_or_else(|_| panic!("no address in {line:?}"));
        Self { child: Mutex::new(child), stderr: Mutex::new(stderr), port }
    }

    pub(super) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(super) fn get(&self, path: &str) -> Response {
        self.send("GET", path, &[], b"")
    }

    /// Asks a method.
    pub(super) fn ask(&self, method: &str, params: &Value) -> Response {
        let json = ("Content-Type", "application/json");
        self.send("POST", &format!("/api/v1/{method}"), &[json], params.to_string().as_bytes())
    }

    /// Sends a request as the server's own page does.
    pub(super) fn send(&self, verb: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        let host = self.host();
        let headers: Vec<(&str, &str)> =
            [("Host", host.as_str())].into_iter().chain(headers.iter().copied()).collect();
        self.send_as(verb, path, &headers, body)
    }

    /// Sends a request with these headers alone.
    pub(super) fn send_as(&self, verb: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Response {
        self.exchange(&request(verb, path, headers, body)).expect("an answer")
    }

    /// Sends bytes; `None` if the connection is closed without an answer.
    pub(super) fn exchange(&self, request: &[u8]) -> Option<Response> {
        Response::read(&mut raw(self.port, request))
    }

    /// Calls a method, and reads the answer as it arrives.
    pub(super) fn open(&self, method: &str, params: &Value) -> Open {
        let host = self.host();
        let headers = [("Host", host.as_str()), ("Content-Type", "application/json")];
        let request = request("POST", &format!("/api/v1/{method}"), &headers, params.to_string().as_bytes());
        Open(BufReader::new(raw(self.port, &request)))
    }

    /// The memory that it has, in MiB.
    #[cfg(target_os = "linux")]
    pub(super) fn memory_mib(&self) -> u64 {
        let id = self.child.lock().unwrap().id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Presses Ctrl-C; returns the exit code and the output.
    #[cfg(unix)]
    pub(super) fn interrupt(&self) -> (Option<i32>, String) {
        use nix::sys::signal::{Signal, kill};
        let mut child = self.child.lock().unwrap();
        let id = i32::try_from(child.id()).unwrap();
        kill(nix::unistd::Pid::from_raw(id), Signal::SIGINT).unwrap();
        let mut said = String::new();
        self.stderr.lock().unwrap().read_to_string(&mut said).unwrap();
        (child.wait().unwrap().code(), said)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let mut child = self.child.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A connection on which these bytes were sent.
pub(super) fn raw(port: u16, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    // The server may have refused the request before it was complete.
    let _ = stream.write_all(bytes);
    stream
}

/// A request as bytes.
pub(super) fn request(verb: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let mut text =
        format!("{verb} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        text.extend([name, ": ", value, "\r\n"]);
    }
    let mut bytes = (text + "\r\n").into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// An answer in progress.
pub(super) struct Open(BufReader<TcpStream>);

impl Open {
    /// The next line with a message.
    pub(super) fn line(&mut self) -> String {
        let mut line = String::new();
        while !line.starts_with('{') {
            line.clear();
            assert!(self.0.read_line(&mut line).expect("a line") > 0, "the answer ended");
        }
        line
    }
}

#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Response {
    /// Reads all of an answer.
    pub(super) fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let status = line.split(' ').nth(1)?.parse().ok()?;
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            stream.read_line(&mut line).ok()?;
            let Some((name, value)) = line.trim_end().split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut response = Self { status, headers, body: Vec::new() };
        if let Some(length) = response.header("content-length").and_then(|length| length.parse().ok()) {
            let mut body = Vec::new();
            stream.take(length).read_to_end(&mut body).ok()?;
            response.body = body;
        } else if response.header("transfer-encoding") == Some("chunked") {
            loop {
                let mut size = String::new();
                stream.read_line(&mut size).ok()?;
                let size = u64::from_str_radix(size.trim(), 16).ok()?;
                (&mut stream).take(size).read_to_end(&mut response.body).ok()?;
                stream.read_line(&mut String::new()).ok()?;
                if size == 0 {
                    break;
                }
            }
        }
        Some(response)
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The messages.
    pub(super) fn lines(&self) -> Vec<Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}
