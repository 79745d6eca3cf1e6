// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The directory of all state that survives switching the phone off, locked by one program at a time.
///
/// The operating system's lock ends with the program, even after a crash.
package final class StateDirectory: Sendable {
    package let path: String
    private let lock: CInt
    private static let lockName = "lock"

    /// Locks the directory; creates it, readable by its owner only, when it is missing.
    ///
    /// - Throws: `SimulatedPhoneError` with `directoryInUse` when another program, or another instance in this one, holds it; with
    ///   `directoryUnusable` when it cannot be made or written.
    package init(_ path: String) throws(SimulatedPhoneError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, "cannot make the state directory \(path)\(Self.reason(behind: error))")
        }
        let lock = unsafe open(path + "/" + Self.lockName, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard lock >= 0 else {
            throw SimulatedPhoneError(.directoryUnusable, "cannot write in the state directory \(path): \(Self.reason(of: errno))")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            _ = close(lock)
            guard reason == EWOULDBLOCK else {
                throw SimulatedPhoneError(.directoryUnusable, "cannot lock the state directory \(path): \(Self.reason(of: reason))")
            }
            throw SimulatedPhoneError(.directoryInUse, "another program uses the state directory \(path)")
        }
        self.path = path
        self.lock = lock
    }

    deinit {
        // A process that another thread is starting may still hold the descriptor.
        _ = flock(lock, LOCK_UN)
        _ = close(lock)
    }

    /// Creates a directory inside, readable by its owner only, if it is missing, and returns its path.
    ///
    /// - Throws: `directoryUnusable`.
    package func subdirectory(_ name: String) throws(SimulatedPhoneError) -> String {
        let inner = path + "/" + name
        do {
            try FileManager.default.createDirectory(
                atPath: inner, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, "cannot make \(inner)\(Self.reason(behind: error))")
        }
        return inner
    }

    /// Removes everything inside, for a fresh start. Call it before anything inside is opened.
    ///
    /// - Throws: `directoryUnusable` when something cannot be removed.
    package func erase() throws(SimulatedPhoneError) {
        do {
            for name in try FileManager.default.contentsOfDirectory(atPath: path) where name != Self.lockName {
                try FileManager.default.removeItem(atPath: path + "/" + name)
            }
        } catch {
            throw SimulatedPhoneError(.directoryUnusable, "cannot empty the state directory \(path)\(Self.reason(behind: error))")
        }
    }

    /// Returns the system's text for an `errno`.
    static func reason(of errno: CInt) -> String {
        unsafe String(cString: strerror(errno))
    }

    /// Returns a colon and the system's reason behind an error of Foundation; empty if absent.
    private static func reason(behind error: any Error) -> String {
        var cause = error as NSError
        while cause.domain != NSPOSIXErrorDomain, let next = cause.userInfo[NSUnderlyingErrorKey] as? any Error {
            cause = next as NSError
        }
        return cause.domain == NSPOSIXErrorDomain ? ": \(reason(of: CInt(cause.code)))" : ""
    }
}
