//! Pages in a real browser: headless Chromium.

mod pipe;

use std::env;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use self::pipe::Pipe;

/// Names the browser, and makes a missing one an error.
const VARIABLE: &str = "HANAMACHI_BROWSER";
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The preferences of a reader's screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

impl Scheme {
    const fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The medium of a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// In a window of this width in pixels.
    Screen(u32, Scheme),
    /// On A4, between its margins.
    Paper,
}

/// The width of A4 inside margins of 14 mm, in pixels of 1/96 inch.
const PAPER_WIDTH: u32 = 688;

/// An open browser.
pub(crate) struct Window(Pipe);

/// The browser of this machine, if it has one. If `HANAMACHI_BROWSER` names one, it must exist.
pub(crate) fn find() -> Option<PathBuf> {
    if let Some(path) = env::var_os(VARIABLE) {
        let path = PathBuf::from(path);
        assert!(path.is_file(), "{VARIABLE}: there is no {}", path.display());
        return Some(path);
    }
    let folders = env::var_os("PATH")?;
    let candidates = env::split_paths(&folders).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    candidates.into_iter().find(|path| path.is_file())
}

impl Window {
    /// Starts the browser at this path.
    pub(crate) fn open(path: &Path) -> Self {
        let window = Self(Pipe::open(path));
        // Disables the page's own scripts, of which there must be none; the tests' own expressions still run.
        window.0.call("Emulation.setScriptExecutionDisabled", &json!({ "value": true }));
        window
    }

    /// Loads a file.
    pub(crate) fn load(&self, page: &Path) {
        let answer = self.0.call("Page.navigate", &json!({ "url": format!("file://{}", page.display()) }));
        assert_eq!(answer.get("errorText"), None, "{}", page.display());
        self.0.wait_for("Page.loadEventFired");
    }

    /// Shows the page in this `view`.
    pub(crate) fn show(&self, view: View) {
        let (width, medium, scheme) = match view {
            View::Screen(width, scheme) => (width, "screen", scheme),
            View::Paper => (PAPER_WIDTH, "print", Scheme::Light),
        };
        self.resize(width, 900, 1.0);
        let scheme = json!({ "name": "prefers-color-scheme", "value": scheme.word() });
        self.0.call("Emulation.setEmulatedMedia", &json!({ "media": medium, "features": [scheme] }));
    }

    fn resize(&self, width: u32, height: u32, scale: f64) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": false });
        self.0.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// The faults of the page as shown, in sentences.
    pub(crate) fn faults(&self, view: View) -> Vec<String> {
        let medium = if view == View::Paper { "print" } else { "screen" };
        let found = self.ask(&format!("({})(\"{medium}\")", include_str!("look.js")));
        serde_json::from_str(found.as_str().expect("a text")).expect("a list of sentences")
    }

    /// The value of an expression.
    pub(crate) fn ask(&self, expression: &str) -> Value {
        let answer = self.0.call("Runtime.evaluate", &json!({ "expression": expression }));
        assert_eq!(answer.get("exceptionDetails"), None, "{expression}");
        answer["result"]["value"].clone()
    }

    /// The texts of a list that this expression makes.
    pub(crate) fn sentences(&self, expression: &str) -> Vec<String> {
        let found = self.ask(&format!("JSON.stringify({expression})"));
        serde_json::from_str(found.as_str().expect("a text")).expect("a list of texts")
    }

    /// The page as PDF, its own paper size.
    pub(crate) fn print(&self) -> Vec<u8> {
        let options = json!({ "printBackground": true, "preferCSSPageSize": true });
        self.0.call_for_bytes("Page.printToPDF", &options)
    }

    /// The top of the page as PNG, two pixels for one.
    pub(crate) fn picture(&self, width: u32, height: u32, scheme: Scheme) -> Vec<u8> {
        self.show(View::Screen(width, scheme));
        self.resize(width, height, 2.0);
        self.0.call_for_bytes("Page.captureScreenshot", &json!({ "format": "png" }))
    }
}
