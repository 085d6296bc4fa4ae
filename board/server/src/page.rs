//! The files of the page, embedded in the program.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::OnceLock;

use rust_embed::RustEmbed;

/// All of `board/page/`.
#[derive(RustEmbed)]
#[folder = "page"]
struct PageFiles;

/// A file of the page, as served.
pub(super) struct PageFile {
    pub(super) bytes: Cow<'static, [u8]>,
    pub(super) media_type: &'static str,
    /// Entity tag, in quotes as in `ETag`.
    pub(super) tag: String,
}

/// Returns the file at this path, without a leading slash; the empty path is the page itself.
pub(super) fn file(path: &str) -> Option<PageFile> {
    let path = if path.is_empty() { "index.html" } else { path };
    if path == "files.json" {
        let bytes = list().as_bytes();
        return Some(PageFile {
            bytes: bytes.into(),
            media_type: "application/json",
            tag: tag(blake3::hash(bytes).as_bytes()),
        });
    }
    // Debug builds read the files from their folder, where such a path could lead outside it.
    if path.split('/').any(|part| part == "..") {
        return None;
    }
    let found = PageFiles::get(path)?;
    Some(PageFile {
        tag: tag(&found.metadata.sha256_hash()),
        media_type: media_type(path),
        bytes: found.data,
    })
}

fn tag(hash: &[u8]) -> String {
    let mut tag = String::from('"');
    for byte in &hash[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag + "\""
}

/// Returns the list for the service worker: the files, and a version that changes with any of them.
/// `scripts/build_site.sh` writes the same list for a site.
fn list() -> &'static str {
    static LIST: OnceLock<String> = OnceLock::new();
    LIST.get_or_init(|| {
        let mut files: Vec<String> =
            PageFiles::iter().map(Cow::into_owned).filter(|path| is_kept(path)).collect();
        files.sort_unstable();
        let mut hasher = blake3::Hasher::new();
        for path in &files {
            hasher.update(path.as_bytes());
            hasher.update(PageFiles::get(path).map_or(Cow::default(), |file| file.data).as_ref());
        }
        let version = hasher.finalize().to_hex();
        serde_json::json!({ "version": version.as_str()[..16], "files": files }).to_string()
    })
}

/// Whether the page needs a file offline; excludes files for people and compilers.
fn is_kept(path: &str) -> bool {
    let is_for_people = [".md", ".d.ts"].iter().any(|end| path.ends_with(end)) || path.contains("LICENSE");
    !is_for_people && path != "service-worker.js"
}

/// Returns the media type of a file extension.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_in_the_program() {
        assert!(file("").unwrap().media_type.starts_with("text/html"));
        assert!(file("transport.js").unwrap().media_type.starts_with("text/javascript"));
        for path in ["nothing", "../Cargo.toml", "/etc/passwd", "..", "css/../index.html"] {
            assert!(file(path).is_none(), "{path}");
        }
        let list: serde_json::Value = serde_json::from_slice(&file("files.json").unwrap().bytes).unwrap();
        let files: Vec<&str> =
            list["files"].as_array().unwrap().iter().filter_map(|file| file.as_str()).collect();
        assert!(files.contains(&"index.html") && files.iter().all(|path| file(path).is_some()));
    }
}
