// SPDX-License-Identifier: EUPL-1.2

/// The reason why bytes are not the expected JSON, or why an object does not have the expected members.
///
/// Errors are compared by code only. The reason is diagnostic and contains no value or name from the input; a member name in it is one that
/// the calling code requested.
package struct JSONError: Error, Sendable {
    /// The error's kind, for callers that branch on it.
    package let code: Code
    /// A few words for developers; contains no part of the input.
    package let reason: String

    /// An error; `reason` must consist of constant text and requested member names, never of input.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``JSONError``. A struct, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        private init(_ name: String) { description = name }

        /// More bytes than ``JSONLimits/maximumBytes``; the input has not been parsed.
        package static let tooLarge = Code("tooLarge")
        /// Arrays and objects nested deeper than ``JSONLimits/maximumDepth``.
        package static let tooDeep = Code("tooDeep")
        /// Bytes that the grammar of RFC 8259 does not allow in this place, or input that ends too early.
        package static let malformed = Code("malformed")
        /// Something other than whitespace follows the value.
        package static let trailingData = Code("trailingData")
        /// A string that is not valid UTF-8 (RFC 8259 §8.1), a byte order mark included.
        package static let notUTF8 = Code("notUTF8")
        /// An escaped surrogate without its other half (RFC 8259 §8.2).
        package static let loneSurrogate = Code("loneSurrogate")
        /// A member name that occurs twice in an object, compared after unescaping (RFC 8259 §4).
        package static let duplicateMember = Code("duplicateMember")
        /// A number out of range: beyond `Int64`, beyond a finite `Double`, `-0`, or with too many characters.
        package static let numberOutOfRange = Code("numberOutOfRange")
        /// A required member is missing.
        package static let missingMember = Code("missingMember")
        /// A member, or the value itself, has the wrong type; `null` is a type of its own.
        package static let wrongType = Code("wrongType")
        /// A member of the right type with an unacceptable value: not base64url, or an integer outside 0...2^53-1.
        package static let unacceptableValue = Code("unacceptableValue")
        /// An object has a member that the reader did not request.
        package static let unknownMember = Code("unknownMember")
    }
}

extension JSONError: Hashable {
    /// True if both errors have the same code.
    package static func == (left: JSONError, right: JSONError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension JSONError: CustomStringConvertible {
    /// Code and reason; contains no part of the input.
    package var description: String { "JSONError(\(code)): \(reason)" }
}
