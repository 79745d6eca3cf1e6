// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
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

/// A failure to read, write, remove or lock a file. The reason is a sentence that names the file and quotes the system's message, but never
/// the content.
package typealias FileError = CodedError<FileErrorCode>

/// The kinds of ``FileError``.
package enum FileErrorCode: String, ErrorCode {
    /// The path does not exist.
    case missing
    /// The path is a directory, a pipe, a device, or a symbolic link that must not be followed.
    case notRegular
    /// The file exceeds the size limit.
    case tooLarge
    /// The lock is held by a different process or by another part of this process.
    case inUse
    /// The system rejected the call: missing permission, full disk or disk failure. The old file is unchanged.
    case refused
    /// The disk did not confirm the new file's content. The old file is unchanged.
    case notFlushed
    /// The disk did not confirm the directory. The new file is in place, but a power cut may bring back the old file.
    case directoryNotFlushed

    /// Returns the reason alone, because it already names the file.
    package func message(_ reason: String) -> String { reason }
}

extension CodedError<FileErrorCode> {
    /// Returns the system's text for an `errno`.
    package static func reason(of errno: CInt) -> String { unsafe String(cString: strerror(errno)) }

    /// Returns the system's text for an error of Foundation.
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
