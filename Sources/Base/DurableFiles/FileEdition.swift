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

/// The metadata that distinguishes editions of a file without reading it.
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

    /// Creates the current edition of a path, following symbolic links; nil if there is no file or it cannot be queried.
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
