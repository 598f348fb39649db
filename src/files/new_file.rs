//! A file that gets its name when it is complete

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::checksum;

use super::error::FileError;
use super::kind::resolve;
use super::replace::Replace;

/// The end of a temporary file's name.
const ENDING: &str = ".tihbat-part";

/// A file that is being written under a private temporary name in the folder of its target.
///
/// Dropped without [`NewFile::commit`], it disappears and the target stays what it was. A process that is killed
/// leaves its temporary file; the next one that writes the same target removes it.
pub struct NewFile {
    /// The name that the file gets, with symbolic links followed.
    target: PathBuf,
    replace: Replace,
    file: NamedTempFile,
    /// Bytes that were written.
    bytes: u64,
    /// Their checksum.
    sum: checksum::Hasher,
}

impl NewFile {
    /// Begins the file that will be called `target`; the folder is made if there is none. If `target` is a symbolic
    /// link, the file that it points to is replaced and the link stays.
    ///
    /// # Errors
    /// If the target exists and may not be replaced, if something other than a regular file has its name, or if the
    /// temporary file cannot be made.
    pub fn create(target: impl AsRef<Path>, replace: Replace) -> Result<Self, FileError> {
        let target = target.as_ref();
        let resolved = resolve(target).map_err(|source| FileError::io(target, source))?;
        replace.check(&resolved)?;
        let folder = folder_of(&resolved);
        fs::create_dir_all(folder).map_err(|source| FileError::io(folder, source))?;
        let name = resolved.file_name().unwrap_or_default().to_string_lossy().into_owned();
        remove_abandoned(&resolved);
        let mut builder = Builder::new();
        let prefix = format!(".{name}.");
        builder.prefix(&prefix).suffix(ENDING);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any new file: the process's mask applies.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        loop {
            let file = builder.tempfile_in(folder).map_err(|source| FileError::io(folder, plain(source)))?;
            // Held until the end, so that nobody takes the file for an abandoned one. Whoever did so before it was
            // locked has removed it.
            if file.as_file().try_lock().is_ok() && file.path().exists() {
                return Ok(Self { target: resolved, replace, file, bytes: 0, sum: checksum::Hasher::new() });
            }
        }
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// Like [`NewFile::create`], or if writing fails.
    pub fn write(target: impl AsRef<Path>, replace: Replace, bytes: &[u8]) -> Result<(), FileError> {
        let mut file = Self::create(target, replace)?;
        file.write_all(bytes).map_err(|source| FileError::io(&file.target, source))?;
        file.commit()
    }

    /// The name that the file gets.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The number of bytes that were written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The CRC-32 of the bytes that were written.
    pub fn crc32(&self) -> u32 {
        self.sum.clone().finalize()
    }

    /// Makes what was written safe from a crash of the machine, without giving the file its name yet.
    ///
    /// # Errors
    /// If that fails.
    pub fn sync(&mut self) -> Result<(), FileError> {
        let synced = self.file.flush().and_then(|()| self.file.as_file().sync_all());
        synced.map_err(|source| FileError::io(&self.target, source))
    }

    /// Checks once more that the target may be written.
    pub(super) fn check(&self) -> Result<(), FileError> {
        self.replace.check(&self.target)
    }

    /// Syncs the file and gives it its name.
    ///
    /// # Errors
    /// If that fails, or if the target has become a file that may not be replaced. The target is then unchanged.
    pub fn commit(mut self) -> Result<(), FileError> {
        self.sync()?;
        self.check()?;
        let folder = folder_of(&self.target).to_owned();
        self.rename()?;
        sync_folder(&folder);
        Ok(())
    }

    /// Gives a synced file its name, which is safe once the folder is synced.
    pub(super) fn rename(self) -> Result<(), FileError> {
        if let Ok(there) = fs::metadata(&self.target) {
            // A replaced file keeps its permissions, if the system lets it.
            let _ = self.file.as_file().set_permissions(there.permissions());
        }
        let Self { target, file, .. } = self;
        file.persist(&target).map_err(|error| FileError::io(&target, plain(error.error)))?;
        Ok(())
    }
}

/// Makes the names in a folder safe from a crash of the machine. Not every file system can do that.
pub(super) fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.as_file_mut().write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// The folder of a file, which for a bare name is the present one.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The temporary files of a target: those that are being written, and those that killed writers have left.
pub(crate) fn temporary_files(target: &Path) -> Vec<PathBuf> {
    let prefix = format!(".{}.", target.file_name().unwrap_or_default().to_string_lossy());
    let is_ours = |entry: &fs::DirEntry| {
        let found = entry.file_name();
        let found = found.to_string_lossy();
        let random = found.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(ENDING));
        random.is_some_and(|random| !random.contains('.')) && entry.file_type().is_ok_and(|kind| kind.is_file())
    };
    let entries = fs::read_dir(folder_of(target)).into_iter().flatten().flatten();
    entries.filter(is_ours).map(|entry| entry.path()).collect()
}

/// Removes temporary files of this target whose writers no longer run. One that cannot be removed does no harm.
fn remove_abandoned(target: &Path) {
    for path in temporary_files(target) {
        let Ok(file) = OpenOptions::new().write(true).open(&path) else { continue };
        // The lock is held while the file is removed: its writer may be about to lock it, and then finds it gone.
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(path);
        }
    }
}

/// The system's own words: errors of the `tempfile` crate name the temporary file, which means nothing to a user.
fn plain(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind::FileKind;
    use super::*;
    use std::sync::Barrier;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_has_its_name_only_when_it_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("deep/new.csv");
        let mut file = NewFile::create(&target, Replace::Nothing).expect("a file");
        file.write_all(b"half").expect("written");
        assert!(!target.exists());
        drop(file);
        assert_eq!(names(&folder.path().join("deep")), [""; 0]);
        NewFile::write(&target, Replace::Nothing, b"all").expect("written");
        assert_eq!(
            (fs::read(&target).expect("read"), names(&folder.path().join("deep"))),
            (b"all".to_vec(), vec!["new.csv".to_owned()])
        );
    }

    #[test]
    fn a_foreign_file_stays_unless_the_user_says_otherwise() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("t");
        let own: fn(&[u8]) -> bool = |head| head.starts_with(b"ours");
        fs::write(&target, "theirs").expect("written");
        for replace in [Replace::own_or(false, own), Replace::Nothing] {
            let refused = NewFile::write(&target, replace, b"ours 1");
            assert!(matches!(refused, Err(FileError::Foreign { .. })));
            assert_eq!(fs::read(&target).expect("read"), b"theirs");
        }
        NewFile::write(&target, Replace::own_or(true, own), b"ours 2").expect("forced");
        NewFile::write(&target, Replace::own_or(false, own), b"ours 3").expect("our own");
        assert_eq!(fs::read(&target).expect("read"), b"ours 3");
        // A foreign file that appears in the meantime stays as well.
        let file = NewFile::create(folder.path().join("u"), Replace::own_or(false, own)).expect("begun");
        fs::write(folder.path().join("u"), "theirs").expect("written");
        assert!(matches!(file.commit(), Err(FileError::Foreign { .. })));
        assert_eq!(names(folder.path()), ["t", "u"]);
    }

    #[test]
    fn writers_of_one_target_replace_complete_files_only() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("shared");
        let start = Barrier::new(4);
        std::thread::scope(|scope| {
            for writer in 0..4_u8 {
                let (target, start) = (&target, &start);
                scope.spawn(move || {
                    start.wait();
                    for _ in 0..50 {
                        let mut file = NewFile::create(target, Replace::Any).expect("begun");
                        for _ in 0..10 {
                            file.write_all(&[writer; 1000]).expect("written");
                        }
                        file.commit().expect("named");
                        let found = fs::read(target).expect("read");
                        assert!(found.len() == 10_000 && found.iter().all(|byte| *byte == found[0]));
                    }
                });
            }
        });
        assert_eq!(names(folder.path()), ["shared"]);
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_by_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("out.csv");
        let left = folder.path().join(format!(".out.csv.abc123{ENDING}"));
        let others = [".out.csv.a.b.tihbat-part", ".other.csv.abc123.tihbat-part", ".out.csv.abc123"];
        fs::write(&left, "half").expect("written");
        others.iter().for_each(|name| fs::write(folder.path().join(name), "").expect("written"));
        let running = NewFile::create(&target, Replace::Nothing).expect("begun");
        assert!(!left.exists() && others.iter().all(|name| folder.path().join(name).exists()));
        // One that is being written is not abandoned.
        NewFile::write(&target, Replace::Nothing, b"first").expect("written");
        assert!(running.file.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_devices_stay_devices() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [link, file, dangling, there] = ["link", "file", "dangling", "there"].map(|name| folder.path().join(name));
        fs::write(&file, "").expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("set");
        symlink("file", &link).expect("a link");
        symlink("there", &dangling).expect("a link");
        NewFile::write(&link, Replace::Any, b"new").expect("written");
        NewFile::write(&dangling, Replace::Any, b"new").expect("written");
        assert!(link.is_symlink() && dangling.is_symlink());
        assert_eq!([fs::read(&file), fs::read(&there)].map(|read| read.expect("read")), [b"new", b"new"]);
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o640);
        symlink("loop", folder.path().join("loop")).expect("a link");
        assert!(matches!(NewFile::create(folder.path().join("loop"), Replace::Any), Err(FileError::Io { .. })));
        for (name, kind) in [("/dev/null", FileKind::Device), ("/", FileKind::Folder)] {
            assert!(
                matches!(NewFile::create(name, Replace::Any), Err(FileError::Kind { kind: found, .. }) if found == kind)
            );
        }
    }
}
