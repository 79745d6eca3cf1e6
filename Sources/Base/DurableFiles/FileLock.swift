// SPDX-License-Identifier: EUPL-1.2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// An exclusive lock on a file, held until `release` or until the process ends, however it ends.
package struct FileLock: Sendable {
    private let descriptor: CInt

    /// Takes the lock of a file whose only purpose is to be locked, and makes the file (mode 0600) when it is missing. Does not wait.
    ///
    /// - Throws: `FileError` with `inUse` when the lock is taken, `refused` when the file cannot be opened, also when it is a symbolic link.
    package init(taking path: String) throws(FileError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileError(.refused, "\(path) cannot be opened: \(FileError.reason(of: errno))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            _ = close(descriptor)
            guard reason == EWOULDBLOCK else {
                throw FileError(.refused, "\(path) cannot be locked: \(FileError.reason(of: reason))")
            }
            throw FileError(.inUse, "\(path) is locked by another program")
        }
    }

    /// Takes the lock of a file or directory that exists, and waits for a process that has it.
    ///
    /// - Throws: `FileError` with `refused`.
    package init(waitingFor path: String) throws(FileError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(.refused, "\(path) cannot be opened: \(FileError.reason(of: errno))") }
        while flock(descriptor, LOCK_EX) != 0 {
            let reason = errno
            guard reason != EINTR else { continue }
            _ = close(descriptor)
            throw FileError(.refused, "\(path) cannot be locked: \(FileError.reason(of: reason))")
        }
    }

    /// Gives the lock back. Call it once.
    package func release() {
        // Closing alone is not enough: a process that another thread is starting may still hold a copy of the descriptor.
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }
}
