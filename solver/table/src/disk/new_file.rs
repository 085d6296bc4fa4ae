//! Files that appear whole or not at all.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::error::DiskError;
use super::target::resolved;
use crate::{Metadata, WriteError, Writer};

/// Treatment of a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Existing {
    /// Keep the existing file and fail.
    Refuse,
    /// Replace it by the complete new file.
    Replace,
}

impl Existing {
    /// Returns the treatment for users who did or did not ask to replace it.
    #[must_use]
    pub const fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Refuse }
    }
}

/// A file that appears under its name when it is complete.
#[derive(Debug)]
pub struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
    existing: Existing,
}

impl NewFile {
    /// Creates a file. An existing one is refused now, before any work is done. A link is followed: the file that it leads
    /// to is replaced.
    pub fn create(path: &Path, existing: Existing) -> Result<Self, DiskError> {
        if path.as_os_str() == "-" {
            let why = "this command writes text to standard output: name a file instead of `-`";
            return Err(DiskError::Refused(why.to_owned()));
        }
        let target = resolved(path)?;
        if existing == Existing::Refuse && target.exists() {
            return Err(DiskError::Exists(path.to_owned()));
        }
        let file = beside(&target).map_err(|error| cannot_create(path, error))?;
        Ok(Self { file, path: target, existing })
    }

    /// Returns the open file, which has no name that users know yet.
    #[must_use]
    pub fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Returns the final path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        Ok(self.file.write_all(bytes)?)
    }

    /// Renames the file to its final path.
    pub fn finish(self) -> Result<(), DiskError> {
        let Self { file, path, existing } = self;
        file.as_file().sync_all().map_err(WriteError::Io)?;
        let renamed = match existing {
            Existing::Replace => file.persist(&path),
            Existing::Refuse => file.persist_noclobber(&path),
        };
        renamed.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => DiskError::Exists(path),
            _ => DiskError::cannot("create", &path)(error.error),
        })?;
        Ok(())
    }
}

/// Unbuffered.
impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a temporary file in the folder of `path`, to be renamed when it is complete. Errors do not name the temporary
/// file, which is unknown to the user.
pub(super) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hanamachi-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mode that `File::create` requests; the umask of the process still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))
}

/// Error: no file can be created at `path`.
fn cannot_create(path: &Path, error: io::Error) -> DiskError {
    let reason = match (error.kind(), path.parent()) {
        (io::ErrorKind::NotFound, Some(folder)) if !folder.is_dir() => {
            format!("the folder {} does not exist", folder.display())
        }
        (io::ErrorKind::NotFound, _) => "no file can be made there".to_owned(),
        _ => return DiskError::cannot("create", path)(error),
    };
    DiskError::Refused(format!("cannot create {}: {reason}", path.display()))
}

/// Writes a table: `sections` writes its sections and returns its metadata. The file appears only when complete; until
/// then an older one remains.
pub fn write_table<E: From<DiskError> + From<WriteError>>(
    path: &Path,
    existing: Existing,
    sections: impl FnOnce(&mut Writer<&mut dyn Write>) -> Result<Metadata, E>,
) -> Result<(), E> {
    let file = NewFile::create(path, existing)?;
    let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file);
    let mut writer = Writer::new(&mut buffered as &mut dyn Write)?;
    let metadata = sections(&mut writer)?;
    writer.finish(&metadata)?;
    let file = buffered.into_inner().map_err(|error| WriteError::Io(error.into_error()))?;
    Ok(file.finish()?)
}

/// Buffer size, so that single records take few system calls.
const BUFFER_BYTES: usize = 1 << 16;

/// Gives a complete file its final name, and syncs the folder, so that the name survives a power failure. A file that is refused keeps
/// its old name.
pub fn rename(from: &Path, to: &Path, existing: Existing) -> Result<(), DiskError> {
    let path = TempPath::try_from_path(from).map_err(DiskError::cannot("create", to))?;
    let renamed = match existing {
        Existing::Replace => path.persist(to),
        Existing::Refuse => path.persist_noclobber(to),
    };
    renamed.map_err(|error| {
        // Unlike a temporary file, this one must not be deleted.
        let _ = error.path.keep();
        match error.error.kind() {
            io::ErrorKind::AlreadyExists => DiskError::Exists(to.to_owned()),
            _ => DiskError::cannot("create", to)(error.error),
        }
    })?;
    let folder = to.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
    Ok(())
}
