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

/// Tells one edition of a file from the next one, without reading it.
package struct FileEdition: Sendable, Hashable {
    private let node: UInt64
    private let size: Int64
    private let content: Instant
    private let properties: Instant

    private struct Instant: Hashable {
        let seconds: Int
        let nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    /// The edition at a path now, also behind a symbolic link; nil when there is none or the system does not tell.
    package init?(of path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
        (content, properties) = (Instant(status.st_mtimespec), Instant(status.st_ctimespec))
        #else
        (content, properties) = (Instant(status.st_mtim), Instant(status.st_ctim))
        #endif
        (node, size) = (UInt64(status.st_ino), Int64(status.st_size))
    }
}
