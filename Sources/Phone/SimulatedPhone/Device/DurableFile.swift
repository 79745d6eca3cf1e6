// SPDX-License-Identifier: EUPL-1.2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that is replaced atomically: after a power cut the old or the new file is there, readable by its owner only.
package enum DurableFile {
    /// Replaces a file by way of a temporary file beside it, with `.new` appended to its name.
    ///
    /// - Throws: `directoryUnusable`; the old file is then unchanged.
    package static func replace(_ path: String, with bytes: [UInt8]) throws(SimulatedPhoneError) {
        let temporary = path + ".new"
        guard writeAll(bytes, to: temporary), unsafe rename(temporary, path) == 0 else {
            let reason = StateDirectory.reason(of: errno)
            _ = unsafe unlink(temporary)
            throw SimulatedPhoneError(.directoryUnusable, "cannot write \(path): \(reason)")
        }
        synchroniseDirectory(of: path)
    }

    private static func writeAll(_ bytes: [UInt8], to path: String) -> Bool {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        defer { _ = close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return fsync(file) == 0
    }

    private static func synchroniseDirectory(of path: String) {
        let directory = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let file = unsafe open(directory.isEmpty ? "/" : directory, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = fsync(file)
        _ = close(file)
    }
}
