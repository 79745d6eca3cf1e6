// SPDX-License-Identifier: EUPL-1.2

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// SoftHSM keeps a token in files, which it reads and locks for each use of a key.
extension Outage {
    /// Removes and restores the token's files.
    static func goneToken(_ tokens: String) -> Outage {
        Outage(name: "SoftHSM's token gone") {
            try FileManager.default.moveItem(atPath: tokens, toPath: tokens + "-away")
            try FileManager.default.createDirectory(atPath: tokens, withIntermediateDirectories: false)
            return {
                try FileManager.default.removeItem(atPath: tokens)
                try FileManager.default.moveItem(atPath: tokens + "-away", toPath: tokens)
            }
        }
    }

    /// Another process holds the locks of all the token's files, which blocks the module's calls.
    static func standingToken(_ tokens: String) -> Outage {
        Outage(name: "SoftHSM stands still") { try holdAll(of: tokens) }
    }

    /// The locks are held most of the time.
    static func slowToken(_ tokens: String) -> Outage { pulsing("SoftHSM slow") { try holdAll(of: tokens) } }

    private static func holdAll(of tokens: String) throws -> @Sendable () -> Void {
        let files = (FileManager.default.subpaths(atPath: tokens) ?? []).map { tokens + "/" + $0 }
        let held = try files.filter { !isDirectory($0) }.map(hold)
        return { for file in held { close(file) } }
    }

    private static func isDirectory(_ path: String) -> Bool {
        (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    /// Locks a file and returns its descriptor; closing it releases the lock.
    private static func hold(_ path: String) throws -> CInt {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        guard descriptor >= 0, unsafe fcntl(descriptor, F_SETLKW, &lock) == 0 else { throw BenchmarkError("\(path) cannot be held") }
        return descriptor
    }
}
