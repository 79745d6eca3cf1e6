// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// A call that the HSM did not carry out. The reason holds no key; it may hold a file's path, a label or a code of PKCS#11.
package typealias HSMError = CodedError<HSMErrorCode>

/// The kinds of ``HSMError``.
package enum HSMErrorCode: String, ErrorCode {
    /// The HSM cannot be reached or does not answer; trying again later may help.
    case unavailable
    /// There is no key with this id or for this purpose.
    case keyMissing
    /// There is a key for this purpose, but it does not have the properties that a key must have here, so it is not used.
    case keyUnfit
    /// The HSM refuses the PIN, or has locked it. It is not tried again, because tries are counted there.
    case accessDenied
    /// What is to be opened was not sealed by this HSM for this purpose and this associated data, or the key not wrapped for this binding.
    case notAuthentic
    /// One of the two files of a software HSM is there, the other one is not.
    case incomplete
    /// The file of keys, or the secret, is not what was written, or they do not belong together.
    case damaged
    /// The file of keys was written by a newer version of this program.
    case newerVersion
    /// A file cannot be read or written.
    case file

    /// Code and reason, fit for a log.
    package func message(_ reason: String) -> String { "HSM: \(self): \(reason)" }
}
