// SPDX-License-Identifier: EUPL-1.2

package import CodedErrors

/// The error of an unusable stored development authority, Apple's or Android's. The detail is the kind of phone; no stored data is part of
/// the error.
package typealias DevelopmentCAError = CodedError<DevelopmentCAErrorCode>

/// The kinds of ``DevelopmentCAError``.
package enum DevelopmentCAErrorCode: String, ErrorCode {
    /// The file does not contain the authority's PEM documents in order: the root, then its certificates, each stored key after its
    /// certificate.
    case malformed = "cannot be read"
    /// The parts are readable, but do not belong to one authority.
    case mismatch = "has parts that do not belong together"

    /// The fault in a sentence.
    package func message(_ kind: PhoneKind) -> String { "the stored development authority for \(kind) \(self)" }
}

extension CodedError<DevelopmentCAErrorCode> {
    init(_ code: Code, of kind: PhoneKind) { self.init(code, detail: kind) }

    /// The authority's kind of phone.
    package var kind: PhoneKind { detail }
}
