// SPDX-License-Identifier: EUPL-1.2

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Identifies one edition of a file: a file that is replaced or changed gets another edition.
package struct FileEdition: Sendable, Hashable {
    private let node: UInt64
    private let size: Int64
    private let content: Instant
    private let properties: Instant

    private struct Instant: Sendable, Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    /// Reads the edition of the file at a path; nil when there is no file, or the system does not say.
    package init?(ofFileAt path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        (content, properties) = (Instant(status.st_mtimespec), Instant(status.st_ctimespec))
        #else
        (content, properties) = (Instant(status.st_mtim), Instant(status.st_ctim))
        #endif
        node = UInt64(status.st_ino)
        size = Int64(status.st_size)
    }
}

/// Returns true when an open file is a regular file: no directory, pipe or device.
package func isRegularFile(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
}
