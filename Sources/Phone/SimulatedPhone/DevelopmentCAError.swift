// SPDX-License-Identifier: EUPL-1.2

package import CodedErrors

/// A stored development authority, Apple's or Android's, that cannot be used. The detail is the kind of phone; nothing of what was stored.
package typealias DevelopmentCAError = CodedError<DevelopmentCAErrorCode>

/// The kinds of ``DevelopmentCAError``.
package enum DevelopmentCAErrorCode: String, ErrorCode {
    /// Not the authority's PEM documents in their order: root, then the certificates it issued, each stored key after its certificate.
    case malformed = "cannot be read"
    /// The parts are readable, but do not belong to one authority.
    case mismatch = "has parts that do not belong together"

    /// The fault in a sentence.
    package func message(_ kind: PhoneKind) -> String { "the stored development authority for \(kind) \(self)" }
}

extension CodedError<DevelopmentCAErrorCode> {
    init(_ code: Code, of kind: PhoneKind) { self.init(code, detail: kind) }

    /// The kind of phone whose authority it is.
    package var kind: PhoneKind { detail }
}
