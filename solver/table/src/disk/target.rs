//! The file that an output path names: links followed, and nothing but a regular file replaced.

use std::fs::{FileType, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use super::error::DiskError;

/// Maximum number of links that are followed, as in Linux.
const MOST_LINKS: usize = 40;

/// Returns the path of the file itself, which is created or replaced: that of `path` with its links followed. Fails if the
/// path is taken by anything but a regular file, and if it is a link that leads nowhere.
pub fn resolved(path: &Path) -> Result<PathBuf, DiskError> {
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        match target.symlink_metadata() {
            Ok(found) if found.is_symlink() => {
                let next = std::fs::read_link(&target).map_err(DiskError::cannot("write", path))?;
                // A link inside `/proc` names no path, such as that of a pipe.
                if !next.is_absolute()
                    && target.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir())
                {
                    return Err(not_regular(path, target.metadata().ok().as_ref()));
                }
                target = target.parent().unwrap_or(Path::new("")).join(next);
            }
            Ok(found) if found.is_file() => return Ok(target),
            Ok(found) => return Err(not_regular(path, Some(&found))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if target == path {
                    return Ok(target);
                }
                return Err(DiskError::Refused(format!(
                    "{} is a link to {}, which does not exist: create that file or remove the link",
                    path.display(),
                    target.display()
                )));
            }
            Err(error) => return Err(DiskError::cannot("write", path)(error)),
        }
    }
    Err(DiskError::Refused(format!("{} is a link that leads to itself", path.display())))
}

fn not_regular(path: &Path, found: Option<&Metadata>) -> DiskError {
    let kind = found.map_or("no regular file", |found| kind(found.file_type()));
    DiskError::Refused(format!(
        "{} is {kind}, and only a regular file can be replaced; `-o -` writes to standard output",
        path.display()
    ))
}

/// The kind of something that is no regular file.
fn kind(found: FileType) -> &'static str {
    if found.is_dir() {
        return "a folder";
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if found.is_char_device() || found.is_block_device() {
            return "a device";
        }
        if found.is_fifo() {
            return "a pipe";
        }
        if found.is_socket() {
            return "a socket";
        }
    }
    "no regular file"
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_and_nothing_but_files_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let says = |name: &str| resolved(&at(name)).unwrap_err().to_string();
        assert_eq!(resolved(&at("new")).unwrap(), at("new"));
        std::fs::write(at("file"), "old").unwrap();
        symlink("file", at("one")).unwrap();
        symlink(at("one"), at("two")).unwrap();
        assert_eq!(resolved(&at("two")).unwrap(), at("file"));
        symlink("nowhere", at("dangling")).unwrap();
        assert!(says("dangling").contains("which does not exist"), "{}", says("dangling"));
        symlink("loop", at("loop")).unwrap();
        assert!(says("loop").contains("leads to itself"));
        symlink("/dev/null", at("device")).unwrap();
        assert!(says("device").contains("is a device"));
        std::fs::create_dir(at("folder")).unwrap();
        symlink("folder", at("to_folder")).unwrap();
        assert!(says("folder").contains("is a folder") && says("to_folder").contains("is a folder"));
    }
}
