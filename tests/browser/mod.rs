//! Pages in a real browser: headless Chromium, driven over its own protocol.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use headless_chrome::protocol::cdp::Emulation::{
    MediaFeature, SetDeviceMetricsOverride, SetEmulatedMedia, SetScriptExecutionDisabled,
};
use headless_chrome::protocol::cdp::Page::CaptureScreenshotFormatOption;
use headless_chrome::types::PrintToPdfOptions;
use headless_chrome::{Browser, LaunchOptions, Tab};

/// Names it, and makes it an error that there is none.
const VARIABLE: &str = "HANAMACHI_BROWSER";
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What a reader's screen asks for.
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

/// How a page is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// In a window so many pixels wide.
    Screen(u32, Scheme),
    /// On A4, between its margins.
    Paper,
}

/// What is left of the width of A4 between margins of 14 mm, in pixels of 1/96 inch.
const PAPER_WIDTH: u32 = 688;

/// An open browser.
pub(crate) struct Window {
    tab: Arc<Tab>,
    /// Closes the browser when dropped.
    _browser: Browser,
}

/// The browser of this machine, if it has one. Where `HANAMACHI_BROWSER` names one, it must be there.
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
        // Nothing that it would like to fetch for itself, and no sandbox where the tests run as root.
        let arguments = [
            "--disable-quic",
            "--no-first-run",
            "--disable-sync",
            "--hide-scrollbars",
            "--force-device-scale-factor=1",
        ];
        let options = LaunchOptions::default_builder()
            .path(Some(path.to_owned()))
            .sandbox(false)
            .args(arguments.map(OsStr::new).to_vec())
            .idle_browser_timeout(Duration::from_secs(300))
            .build()
            .expect("the options are complete");
        let browser = Browser::new(options).expect("the browser starts");
        let tab = browser.new_tab().expect("a tab opens");
        tab.set_default_timeout(Duration::from_secs(60));
        // The page's own scripts, of which there must be none; what the tests evaluate runs all the same.
        let no_scripts = SetScriptExecutionDisabled { value: true };
        tab.call_method(no_scripts).expect("scripts are switched off");
        Self { tab, _browser: browser }
    }

    /// Loads a file.
    pub(crate) fn load(&self, page: &Path) {
        let url = format!("file://{}", page.display());
        self.tab.navigate_to(&url).and_then(|tab| tab.wait_until_navigated()).expect("the page loads");
    }

    /// Shows the page as `view` says.
    pub(crate) fn show(&self, view: View) {
        let (width, medium, scheme) = match view {
            View::Screen(width, scheme) => (width, "screen", scheme),
            View::Paper => (PAPER_WIDTH, "print", Scheme::Light),
        };
        self.resize(width, 900, 1.0);
        let scheme =
            MediaFeature { name: "prefers-color-scheme".to_owned(), value: scheme.word().to_owned() };
        let media = SetEmulatedMedia { media: Some(medium.to_owned()), features: Some(vec![scheme]) };
        self.tab.call_method(media).expect("the medium is set");
    }

    fn resize(&self, width: u32, height: u32, scale: f64) {
        let size = SetDeviceMetricsOverride {
            width,
            height,
            device_scale_factor: scale,
            mobile: false,
            scale: None,
            screen_width: None,
            screen_height: None,
            position_x: None,
            position_y: None,
            dont_set_visible_size: None,
            screen_orientation: None,
            viewport: None,
            display_feature: None,
            device_posture: None,
        };
        self.tab.call_method(size).expect("the window is resized");
    }

    /// What is wrong with the page as it is shown, in sentences.
    pub(crate) fn faults(&self, view: View) -> Vec<String> {
        let medium = if view == View::Paper { "print" } else { "screen" };
        let found = self.ask(&format!("({})(\"{medium}\")", include_str!("look.js")));
        serde_json::from_str(found.as_str().expect("a text")).expect("a list of sentences")
    }

    /// The value of an expression.
    pub(crate) fn ask(&self, expression: &str) -> serde_json::Value {
        let answer = self.tab.evaluate(expression, false).expect("the expression is evaluated");
        answer.value.unwrap_or_default()
    }

    /// The page as PDF, its own paper size.
    pub(crate) fn print(&self) -> Vec<u8> {
        let options = PrintToPdfOptions {
            print_background: Some(true),
            prefer_css_page_size: Some(true),
            ..PrintToPdfOptions::default()
        };
        self.tab.print_to_pdf(Some(options)).expect("the page prints")
    }

    /// The top of the page as PNG, two pixels for one.
    pub(crate) fn picture(&self, width: u32, height: u32, scheme: Scheme) -> Vec<u8> {
        self.show(View::Screen(width, scheme));
        self.resize(width, height, 2.0);
        let taken = self.tab.capture_screenshot(CaptureScreenshotFormatOption::Png, None, None, true);
        taken.expect("the page is pictured")
    }
}
