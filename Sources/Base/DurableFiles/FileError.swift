// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A file that cannot be read, written, removed or locked. Its reason is a sentence that names the file and gives the system's words; it never
/// holds a part of the content.
package typealias FileError = CodedError<FileErrorCode>

/// The kinds of ``FileError``.
package enum FileErrorCode: String, ErrorCode {
    /// Nothing lies at the path.
    case missing
    /// A directory, a pipe or a device lies at the path, or a symbolic link that must not be followed.
    case notRegular
    /// The file has more bytes than the caller accepts.
    case tooLarge
    /// Another process, or another part of this one, holds the lock.
    case inUse
    /// The system refuses the call: no permission, a full disk, a disk that fails. The old file is unchanged.
    case refused
    /// The disk did not confirm the content of the new file. The old file is unchanged.
    case notFlushed
    /// The disk did not confirm the directory: the new file is in place, but after a power cut the old one may be back.
    case directoryNotFlushed

    /// The reason alone: it names the file already.
    package func message(_ reason: String) -> String { reason }
}

extension CodedError<FileErrorCode> {
    /// The system's words for an `errno`.
    package static func reason(of errno: CInt) -> String { unsafe String(cString: strerror(errno)) }

    /// The system's words for an error of Foundation.
    package static func reason(of error: any Error) -> String {
        if let error = error as? FileError { return error.reason }
        var cause = error as NSError
        while cause.domain != NSPOSIXErrorDomain, let next = cause.userInfo[NSUnderlyingErrorKey] as? any Error {
            cause = next as NSError
        }
        guard cause.domain == NSPOSIXErrorDomain else { return "the system gives no reason" }
        return reason(of: CInt(cause.code))
    }
}
