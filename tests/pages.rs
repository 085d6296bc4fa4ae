//! Every kind of report in a real browser: nothing overflows, is missing, or fails to print, in both colour schemes, on a phone and
//! on paper.
//!
//! Without Chromium the pages are only written. `HANAMACHI_BROWSER=/usr/bin/chromium` makes a missing browser an error; `.ci/run`
//! sets it. `PICTURES=overwrite cargo test pages::` takes the pictures of the README and the book again.

use std::fs;
use std::path::{Path, PathBuf};

use crate::browser::{self, Scheme, View, Window};
use crate::support::{finish, hanamachi};

/// A page: its name, and the arguments of the program. Files are named in the folder of the pages.
struct Page {
    name: &'static str,
    arguments: &'static [&'static str],
}

/// Commands that write the files needed by the pages into the folder of the pages.
const FILES: [&str; 4] = [
    "okiya census --sample 200 --seed 1 -o sample.census",
    "okiya census --classes 1000000..1000100 -o classes.census",
    "cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --iterations 100 -o round.table",
    "cfr --game leduc --iterations 100 -o leduc.table",
];

const OVER: &str = "05af/b4c1/27d8/3e96 moves c1 a2 d1 c2 a1 d3 b2 b1 c3 c4 d2 a4 a3 b4 d4";
const CUT_SHORT: &str =
    "[Garden \"05af/b4c1/27d8/3e96\"] [X \"Ono no Komachi\"] [O \"Sei <b>Shōnagon</b>\"] a2 c1 d3 c2 d1";
const OPEN: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
const LATE: &str = "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X";
const REDUCED: &str = "... 1 ABC - geisha=2,3,4 actions=1,3";
const PLAYED: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";

const PAGES: [Page; 18] = [
    page("garden", &["okiya", "report", "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT"]),
    page("garden-last", &["okiya", "report", "0123/4567/89ab/cdef", "--full", "last"]),
    page("garden-random", &["okiya", "report", "random", "--seed", "12"]),
    page("game", &["okiya", "report", CUT_SHORT]),
    page("game-over", &["okiya", "report", OVER]),
    page("sample", &["okiya", "report", "--table", "sample.census"]),
    page("classes", &["okiya", "report", "--table", "classes.census"]),
    page("position", &["hana", "report", OPEN, "--seed", "1", "--iterations", "2000"]),
    page("offer", &["hana", "report", "....... 2 ABDEFG 4ACBD", "--seed", "1", "--iterations", "500"]),
    page("endgame", &["hana", "report", LATE, "--seed", "1"]),
    page("reduced", &["hana", "report", REDUCED, "--seed", "1", "--iterations", "500"]),
    page("round", &["hana", "report", PLAYED, "--seed", "1", "--iterations", "200"]),
    page("openings", &["hana", "report", "--openings", "--seed", "1", "--iterations", "4"]),
    page("favour", &["hana", "report", "--favour"]),
    page("solution", &["hana", "report", "--table", "round.table"]),
    page("training", &["hana", "report", "--training", "small.network"]),
    page("leduc", &["hana", "report", "--table", "leduc.table"]),
    page("bound", &["hana", "report", "....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X rounds=1", "--seed", "1"]),
];

const fn page(name: &'static str, arguments: &'static [&'static str]) -> Page {
    Page { name, arguments }
}

const VIEWS: [View; 6] = [
    View::Screen(1280, Scheme::Light),
    View::Screen(1280, Scheme::Dark),
    View::Screen(768, Scheme::Light),
    View::Screen(360, Scheme::Light),
    View::Screen(360, Scheme::Dark),
    View::Paper,
];

impl Page {
    /// Has the program make the page.
    fn make(&self, folder: &Path) -> PathBuf {
        let path = folder.join(self.name).with_extension("html");
        let mut command = hanamachi("");
        command.current_dir(folder).args(self.arguments).arg("-o").arg(&path);
        let run = finish(&mut command);
        assert_eq!(run.code, 0, "{}: {}", self.name, run.stderr);
        path
    }
}

/// A folder with the files that the pages need.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for line in FILES {
        let run = finish(hanamachi(line).current_dir(folder.path()));
        assert_eq!(run.code, 0, "{line}: {}", run.stderr);
    }
    let mut train = hanamachi("hana train --rounds 2048 --seed 1 --threads 1 --measure 4 -o small.network");
    train.args(["--rules", "geisha=2,3,4 actions=1,3"]);
    assert_eq!(finish(train.current_dir(folder.path())).code, 0);
    folder
}

/// All pages are made once and shown in one browser, because both take long.
#[test]
fn pages_are_whole_and_look_right_on_every_screen_and_on_paper() {
    let folder = folder();
    let pages = PAGES.map(|page| {
        let path = page.make(folder.path());
        (page.name, path)
    });
    for (name, path) in &pages {
        expect_whole(name, path);
    }
    let Some(browser) = browser::find() else {
        println!("no browser here: the pages were not looked at");
        return;
    };
    let window = Window::open(&browser);
    let mut faults = Vec::new();
    window.load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("results/index.html"));
    look("results/index.html", &window, &mut faults);
    for (name, path) in &pages {
        window.load(path);
        look(name, &window, &mut faults);
        look_closer(name, &window, &mut faults);
        window.load(path);
        look_at_tables_on_a_phone(name, &window, &mut faults);
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    for (name, path) in &pages {
        window.load(path);
        if name.starts_with("garden") {
            expect_answer_first(name, &window);
        } else if *name == "openings" {
            expect_a_hand_is_found(path, &window);
        }
    }
}

/// A page needs no network and no script, and says where its numbers come from.
fn expect_whole(name: &str, path: &Path) {
    let html = fs::read_to_string(path).unwrap();
    let outside = html.replace("http://www.w3.org/2000/svg", "");
    for forbidden in
        ["<script", "http://", "https://", "url(", "@import", "<iframe", "javascript:", " onclick", " src="]
    {
        assert!(!outside.contains(forbidden), "{name}: {forbidden}");
    }
    for fact in [
        "<p class=\"rules\">Rules: ",
        "<dt>Rules</dt>",
        "<dt>Program</dt>",
        "<dt>Command</dt>",
        concat!("hanamachi ", env!("CARGO_PKG_VERSION")),
    ] {
        assert!(html.contains(fact), "{name}: {fact}");
    }
    assert!(["proved", "bounded", "computed", "estimated"].iter().any(|kind| html.contains(kind)), "{name}");
    for twin in ["md", "csv"] {
        let twin = fs::read_to_string(path.with_extension(twin)).unwrap();
        assert!(twin.lines().count() > 2, "{name}");
    }
}

/// The faults of the page that is loaded, as it opens.
fn look(name: &str, window: &Window, faults: &mut Vec<String>) {
    for view in VIEWS {
        window.show(view);
        let found = window.faults(view);
        faults.extend(found.into_iter().map(|fault| format!("{name} {view:?}: {fault}")));
    }
}

/// The faults of its folds, of its colours and of its print.
fn look_closer(name: &str, window: &Window, faults: &mut Vec<String>) {
    // The content of folds must look right, too.
    window.ask("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })");
    for view in [View::Screen(1280, Scheme::Light), View::Screen(360, Scheme::Dark)] {
        window.show(view);
        let found = window.faults(view);
        faults.extend(found.into_iter().map(|fault| format!("{name} {view:?}, unfolded: {fault}")));
    }
    let ground = |scheme| {
        window.show(View::Screen(1280, scheme));
        window.ask("getComputedStyle(document.body).backgroundColor")
    };
    if ground(Scheme::Light) == ground(Scheme::Dark) {
        faults.push(format!("{name}: one ground in both schemes"));
    }
    faults.extend(print_faults(&window.print()).into_iter().map(|fault| format!("{name}: {fault}")));
}

/// On a phone nothing important is out of sight: a table fits, or scrolls under the names of its rows, which stay in place.
fn look_at_tables_on_a_phone(name: &str, window: &Window, faults: &mut Vec<String>) {
    window.show(View::Screen(390, Scheme::Light));
    let moved: Vec<String> = window.sentences(
        "[...document.querySelectorAll('.scroll')].filter((region) => region.checkVisibility()
            && region.scrollWidth > region.clientWidth + 1).map((region) => {
            region.scrollLeft = region.scrollWidth;
            const labels = [...region.querySelectorAll('tbody th[scope=row]')];
            const box = region.getBoundingClientRect();
            const stays = labels.length > 0 && labels.every((label) => {
                const at = label.getBoundingClientRect();
                return at.left >= box.left - 1 && at.right <= box.right + 1;
            });
            return `${region.getAttribute('aria-label')}${stays ? '' : ': rows without names'}`;
        })",
    );
    let without_names = moved.iter().filter(|moved| moved.ends_with("without names"));
    faults.extend(without_names.map(|of| format!("{name}: {of}")));
    if ["round", "favour"].contains(&name)
        && let Some(first) = moved.first()
    {
        faults.push(format!("{name}: {first} does not fit"));
    }
}

/// The area of A4 inside margins of 14 mm, in pixels of 1/96 inch.
const SHEET: f64 = (297.0 - 28.0) / 25.4 * 96.0;

/// The sheet of a garden begins with its answer, on a phone and on paper, where the first sheet is complete by itself.
fn expect_answer_first(name: &str, window: &Window) {
    window.show(View::Screen(390, Scheme::Light));
    let bottom = |of: &str| {
        let edge = format!("document.querySelector('{of}').getBoundingClientRect().bottom + scrollY");
        window.ask(&edge).as_f64().unwrap()
    };
    assert!(bottom(".answer") < 844.0, "{name}: {}", bottom(".answer"));
    window.show(View::Paper);
    assert!(bottom(".first-sheet") <= SHEET, "{name}: {} of {SHEET}", bottom(".first-sheet"));
    let said = window.ask("document.querySelector('.colophon').innerText");
    assert!(said.as_str().unwrap().contains("hanamachi okiya report"), "{said}");
    let printed =
        "[...document.querySelectorAll('h2')].filter((of) => of.checkVisibility()).map((of) => of.innerText)";
    assert_eq!(window.sentences(printed).len(), 3, "{name}: more than the first sheet is printed");
    window.ask("document.getElementById('print-all').click()");
    assert!(window.sentences(printed).len() > 6, "{name}: not all of it is printed");
}

/// A hand is found by the numbers of its cards, and by its address.
fn expect_a_hand_is_found(path: &Path, window: &Window) {
    window.show(View::Screen(390, Scheme::Light));
    let choose = |id: &str| window.ask(&format!("document.getElementById('{id}').checked = true"));
    for id in ["A-1", "B-1", "C-1", "D-1", "E-0", "last-2", "before-1"] {
        choose(id);
    }
    let shown = "[...document.querySelectorAll('.hand')].filter((hand) => hand.checkVisibility())";
    assert_eq!(window.sentences(&format!("{shown}.map((hand) => hand.id)")), ["hand-ABCDFGG"]);
    let html = fs::read_to_string(path).unwrap();
    assert_eq!(html.matches("id=\"hand-").count(), 910);
}

/// The book's pictures of pages: the page in `results/reports`, and the height of the part shown.
const PICTURES: [(&str, u32, u32); 2] = [("garden", 1000, 820), ("openings", 1000, 1150)];

/// They show the pages as these are, and the pages what the program answers today.
#[test]
fn the_pictures_of_the_book_are_of_the_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let chapter = fs::read_to_string(root.join("docs/src/reports.md")).unwrap();
    let overwrite = std::env::var_os("PICTURES").is_some_and(|value| value == "overwrite");
    let window = browser::find().map(|browser| Window::open(&browser));
    assert!(window.is_some() || !overwrite, "no browser to take pictures with");
    for (name, width, height) in PICTURES {
        let picture = format!("docs/src/images/{name}.png");
        assert!(chapter.contains(&format!("(images/{name}.png)")), "the chapter does not show {picture}");
        let text = root.join(&picture).with_extension("txt");
        if let Some(window) = &window {
            window.load(&root.join("results/reports").join(name).with_extension("html"));
            let taken = window.picture(width, height, Scheme::Light);
            // What the picture begins with, whatever fonts the machine has.
            let shown = window.sentences(
                "[...document.querySelectorAll('h1, p, td, th, text')].slice(0, 60)
                    .map((of) => of.textContent.replace(/\\s+/g, ' ').trim()).filter((text) => text !== '')",
            );
            let shown = shown.join("\n") + "\n";
            if overwrite {
                fs::write(root.join(&picture), taken).unwrap();
                fs::write(&text, &shown).unwrap();
            }
            assert!(shown.lines().count() > 20, "{shown}");
            assert_eq!(
                fs::read_to_string(&text).unwrap(),
                shown,
                "{picture}: PICTURES=overwrite takes it again"
            );
        }
        let bytes = fs::read(root.join(&picture)).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"), "{picture}");
        // Two pixels for one.
        let side = |at: usize| bytes[at..at + 4].iter().fold(0, |side, &byte| side << 8 | u32::from(byte));
        assert_eq!((side(16), side(20)), (2 * width, 2 * height), "{picture}");
    }
    let kept = |name: &str| fs::read_to_string(root.join("results/reports").join(name)).unwrap();
    let page = tempfile::tempdir().unwrap();
    let made = Page {
        name: "garden",
        arguments: &[
            "okiya",
            "report",
            "PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT",
            "--link",
            "All pages=../index.html",
        ],
    };
    made.make(page.path());
    assert_eq!(
        fs::read_to_string(page.path().join("garden.md")).unwrap(),
        kept("garden.md"),
        "scripts/write_reports.sh"
    );
    // The chart takes minutes: its first hand stands for it.
    let chart = kept("openings.csv");
    let mut lines = chart.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let [names, first] = [lines.next().unwrap(), lines.next().unwrap()];
    let of = |name: &str| first[names.iter().position(|of| *of == name).unwrap()];
    let mut command = hanamachi("hana evaluate --seed 1 --iterations 10000 --json");
    let run = finish(command.arg(format!("....... 1 {} -", of("hand"))));
    let today: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let action =
        today["actions"].as_array().unwrap().iter().find(|action| action["action"] == of("action")).unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    let error = number(of("win_se")).hypot(action["se"].as_f64().unwrap());
    assert!((action["win"].as_f64().unwrap() - number(of("win"))).abs() < 4.0 * error, "{action}");
    assert!(today["advice"]["best"].as_array().unwrap().contains(&action["action"]), "{today}");
}

/// The looking itself: each fault that was put into a page is found, in the views that show it.
#[test]
fn a_faulty_page_is_found_out() {
    let Some(browser) = browser::find() else { return };
    let window = Window::open(&browser);
    window.load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser/faulty.html"));
    let found = |view| {
        window.show(view);
        window.faults(view).join("\n")
    };
    let everywhere = [
        "<div#cut> \"This text is cut off",
        "stands out too little (1.61): <p#faint>",
        "says NaN",
        "two elements are called twice",
        "leads nowhere: <a>",
        "is a table without headings",
        "is a drawing without a name: <svg#nameless>",
        "uses #missing, which is missing",
        "lies over \"one label\": <text> \"another label\"",
        "leaves its drawing: <text> \"leaves the drawing\"",
        "a heading of level 3 follows one of level 1",
    ];
    let [desk, dark, phone, paper] = [
        View::Screen(1280, Scheme::Light),
        View::Screen(1280, Scheme::Dark),
        View::Screen(360, Scheme::Light),
        View::Paper,
    ]
    .map(found);
    for fault in everywhere {
        for view in [&desk, &dark, &phone, &paper] {
            assert!(view.contains(fault), "{fault} is not among\n{view}");
        }
    }
    assert!(desk.contains("is too small to read (7): <p#small>"), "{desk}");
    assert!(
        phone.contains("wide in a window of 360") && phone.contains("reaches beyond the window: <div#wide>"),
        "{phone}"
    );
    assert!(!desk.contains("beyond the window") && !dark.contains("beyond the window"), "{desk}\n{dark}");
    assert!(paper.contains("reaches beyond the window: <div#paper>"), "{paper}");
    assert!(
        dark.contains("stands out too little") && dark.contains("<h1>") && !desk.contains("<h1>"),
        "{dark}"
    );
}

/// A4 is 210 by 297 mm: 595 by 842 points.
fn print_faults(pdf: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(pdf);
    let boxes: Vec<&str> =
        text.split("/MediaBox").skip(1).map(|rest| rest.split(']').next().unwrap_or_default()).collect();
    let mut faults = Vec::new();
    if !pdf.starts_with(b"%PDF") || boxes.is_empty() {
        faults.push("does not print".to_owned());
    }
    for found in boxes {
        let sides: Vec<f64> = found
            .split(|c: char| !c.is_ascii_digit() && c != '.')
            .filter_map(|side| side.parse().ok())
            .collect();
        if !matches!(sides[..], [_, _, width, height] if (width - 595.0).abs() < 2.0 && (height - 842.0).abs() < 2.0)
        {
            faults.push(format!("prints on {sides:?} points"));
        }
    }
    faults
}
