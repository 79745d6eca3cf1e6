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

/// An exclusive lock on a file, held until `release` or the end of the process.
package struct FileLock: Sendable {
    private let descriptor: CInt

    /// Locks a dedicated lock file without waiting. Creates it (mode 0600) if needed.
    ///
    /// - Throws: `FileError` with `inUse` if the file is locked, `refused` if it cannot be opened or is a symbolic link.
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

    /// Locks an existing file or directory. Waits until other processes release it.
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

    /// Releases the lock. Call once.
    package func release() {
        // Closing is not enough: a process that is just being started by another thread may still have a copy of the descriptor.
        _ = flock(descriptor, LOCK_UN)
        _ = close(descriptor)
    }
}
