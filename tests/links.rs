//! The links in the Markdown pages of the repository lead somewhere, and the book is whole.
//!
//! A link to a file or a folder must find it, and one with `#` a heading of that page. Links to other sites are not checked: a test needs
//! no network. In a chapter of the book a link must work both on GitHub and on the built pages: mdBook makes `.html` of every `.md`, so a
//! link out of the book must lead to a folder or another kind of file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Folder of the chapters, relative to the root of the repository.
const BOOK: &str = "docs/src";

#[test]
fn links_lead_somewhere() {
    let pages = pages();
    assert!(pages.len() > 30, "only {} pages found", pages.len());
    let faults: Vec<String> = pages
        .iter()
        .flat_map(|(path, page)| {
            let faults = page.links.iter().filter_map(|link| fault(path, link, &pages));
            faults.map(|fault| format!("{}: {fault}", path.display()))
        })
        .collect();
    assert!(faults.is_empty(), "{} links are wrong:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_summary_of_the_book_lists_every_chapter_once() {
    let folder = root().join(BOOK);
    let mut listed = Page::read(&folder.join("SUMMARY.md")).links;
    listed.push("SUMMARY.md".to_owned());
    listed.sort_unstable();
    let mut found: Vec<String> = fs::read_dir(folder)
        .expect("the folder of the book")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name in UTF-8"))
        .filter(|name| is_markdown(name.as_ref()))
        .collect();
    found.sort_unstable();
    assert_eq!(listed, found, "the links of SUMMARY.md, and the chapters that there are");
}

/// The fault of a link of the page at `path`, if there is one.
fn fault(path: &Path, link: &str, pages: &BTreeMap<PathBuf, Page>) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target =
        if file.is_empty() { path.to_owned() } else { joined(path.parent().expect("a folder"), file) };
    if !root().join(&target).exists() {
        return Some(format!("{link} leads to {}, which is not there", target.display()));
    }
    if path.starts_with(BOOK) && !target.starts_with(BOOK) && is_markdown(&target) {
        return Some(format!(
            "{link} leaves the book for a page that mdBook would look for under another name"
        ));
    }
    let has_heading = |anchor| pages.get(&target).is_some_and(|page| page.headings.contains(anchor));
    anchor
        .filter(|anchor| !has_heading(*anchor))
        .map(|_| format!("{link} leads to a heading that is not there"))
}

/// A path from the root of the repository, with the `..` of `link` resolved.
fn joined(folder: &Path, link: &str) -> PathBuf {
    let mut path = folder.to_owned();
    for component in Path::new(link).components() {
        match component {
            Component::ParentDir => {
                assert!(path.pop(), "{link} in {} leaves the repository", folder.display());
            }
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

/// The links of a page, and its link targets.
struct Page {
    links: Vec<String>,
    headings: BTreeSet<String>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut page = Self { links: Vec::new(), headings: BTreeSet::new() };
        let mut heading = None;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_heading(&heading.take().expect("a heading began")),
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        page
    }

    /// Adds the name by which GitHub and mdBook know a heading.
    fn add_heading(&mut self, heading: &str) {
        let is_kept = |letter: &char| letter.is_alphanumeric() || ['-', '_', ' '].contains(letter);
        let name =
            heading.trim().to_lowercase().chars().filter(is_kept).collect::<String>().replace(' ', "-");
        let names = (0..).map(|number| if number == 0 { name.clone() } else { format!("{name}-{number}") });
        let free = names.into_iter().find(|name| !self.headings.contains(name)).expect("some number is free");
        self.headings.insert(free);
    }
}

/// Every Markdown page of the repository by its path from the root, except built ones.
fn pages() -> BTreeMap<PathBuf, Page> {
    let mut pages = BTreeMap::new();
    let mut folders = vec![root().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if path.is_dir() {
                let is_built = matches!(&*name, "target" | "book" | "node_modules") || name.starts_with('.');
                folders.extend((!is_built).then_some(path));
            } else if is_markdown(&path) {
                pages
                    .insert(path.strip_prefix(root()).expect("below the root").to_owned(), Page::read(&path));
            }
        }
    }
    pages
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}
