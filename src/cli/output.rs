//! Where results and errors go.

use std::io::{self, ErrorKind, Write};

use super::Status;
use super::failure::Failure;

/// The two streams of a command.
pub(super) struct Console<'a> {
    /// Results.
    pub(super) out: &'a mut dyn Write,
    /// Errors.
    pub(super) err: &'a mut dyn Write,
}

impl Console<'_> {
    /// Tells what went wrong; a program that cannot even do that still answers with its exit code.
    pub(super) fn report(&mut self, failure: &Failure) -> Status {
        let _ = self.out.flush();
        let _ = writeln!(self.err, "error: {failure}");
        Status::Refused
    }
}

/// A stream that takes in silence what nobody reads any longer: `transformer-lab check | head -1` still ends with the exit code
/// of the whole check.
pub(super) struct UntilClosed<W> {
    inner: W,
    closed: bool,
}

impl<W: Write> UntilClosed<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, closed: false }
    }

    fn unless_closed<V>(&mut self, nothing: V, action: impl FnOnce(&mut W) -> io::Result<V>) -> io::Result<V> {
        if self.closed {
            return Ok(nothing);
        }
        match action(&mut self.inner) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(nothing)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_closed(bytes.len(), |inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_closed((), W::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes `left` bytes, then fails.
    struct Pipe {
        left: usize,
        kind: ErrorKind,
    }

    impl Write for Pipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.left = self.left.checked_sub(bytes.len()).ok_or(self.kind)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_is_silence_and_a_full_disk_an_error() {
        let mut pipe = UntilClosed::new(Pipe { left: 3, kind: ErrorKind::BrokenPipe });
        assert!((0..5).all(|_| pipe.write_all(b"ab").is_ok()));
        assert!(pipe.closed);
        let mut disk = UntilClosed::new(Pipe { left: 3, kind: ErrorKind::StorageFull });
        assert!(disk.write_all(b"ab").is_ok());
        assert_eq!(disk.write_all(b"ab").unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
