// SPDX-License-Identifier: EUPL-1.2

// Re-exported, because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// A failed call of the HSM. The reason contains no key; it may contain a file's path, a label or a PKCS#11 code.
package typealias HSMError = CodedError<HSMErrorCode>

/// The kinds of ``HSMError``.
package enum HSMErrorCode: String, ErrorCode {
    /// The HSM is unreachable or does not answer. A later retry may succeed.
    case unavailable
    /// No key has this id or purpose.
    case keyMissing
    /// The key of this purpose lacks required properties and is not used.
    case keyUnfit
    /// The HSM rejects the PIN or has locked it. The PIN is not retried, because the HSM counts attempts.
    case accessDenied
    /// The data was not sealed by this HSM for this purpose and associated data, or the key was not wrapped for this binding.
    case notAuthentic
    /// A digest to sign is not 32 bytes, the length of SHA-256.
    case wrongDigestLength
    /// Only one of the two files of a software HSM exists.
    case incomplete
    /// The key file or the secret is damaged, or they do not belong together.
    case damaged
    /// The key file was written by a newer version of this program.
    case newerVersion
    /// A file is unreadable or not writable.
    case file

    /// Code and reason, fit for a log.
    package func message(_ reason: String) -> String { "HSM: \(self): \(reason)" }
}
