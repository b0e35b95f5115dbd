//! Writing a file so that whoever reads it, at whatever moment, finds the old one or the new one, whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// Replaces the content of a file, or makes a new one, as [`write_with`] does.
///
/// # Errors
/// What the system reports.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(path, |file| file.write_all(bytes))
}

/// Lets `fill` write to a temporary file in the same folder, which takes the place of `path` once it is complete and on the
/// disk. When anything fails, `path` stays as it was and the temporary file goes.
///
/// A link is followed; the permissions of a file that is replaced are kept.
///
/// # Errors
/// What `fill` reports, or the system; a file that may not be written is not replaced either.
pub fn write_with<E: From<io::Error>>(path: &Path, fill: impl FnOnce(&mut BufWriter<&File>) -> Result<(), E>) -> Result<(), E> {
    let existing = path.canonicalize().ok();
    let target = existing.as_deref().unwrap_or(path);
    let temporary = beside(target)?;
    if existing.is_some() {
        keep_permissions(target, &temporary)?;
    }

    let mut writer = BufWriter::new(temporary.as_file());
    fill(&mut writer)?;
    writer.flush()?;
    drop(writer);

    temporary.as_file().sync_all()?;
    temporary.persist(target).map_err(|error| error.error)?;
    Ok(())
}

/// A new file in the folder of `target`, with the permissions that any new file gets.
fn beside(target: &Path) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".").suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask
    builder.tempfile_in(folder)
}

fn keep_permissions(target: &Path, temporary: &NamedTempFile) -> io::Result<()> {
    let permissions = fs::metadata(target)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
    }
    temporary.as_file().set_permissions(permissions)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights.npz");
        fs::write(&path, "old").unwrap();
        let result = write_with(&path, |file| {
            file.write_all(&vec![0; 100_000])?;
            Err(io::Error::other("the pen broke"))
        });
        assert_eq!(result.unwrap_err().to_string(), "the pen broke");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["weights.npz"]);
    }

    #[test]
    fn a_reader_of_the_old_file_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let mut old = File::open(&path).unwrap();
        write(&path, b"new and longer").unwrap();
        assert_eq!(io::read_to_string(&mut old).unwrap(), "old");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new and longer");
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let result = write(&folder.path().join("no/such/file"), b"");
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        write(&path, b"old").unwrap();
        assert_ne!(fs::metadata(&path).unwrap().permissions().mode() & 0o077, 0, "others may read a new file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);

        fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
        let denied = write(&path, b"newer").unwrap_err();
        assert_eq!(denied.kind(), io::ErrorKind::PermissionDenied);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }
}
