// SPDX-License-Identifier: EUPL-1.2

/// Why bytes are not the JSON that they should be, or why an object does not have the members that it should have.
///
/// Two errors are equal when their codes are; the reason is for people and never holds a value or a name from the input. A member's name in
/// it is the one that our own code asked for.
package struct JSONError: Error, Sendable {
    /// What went wrong, for code that decides on it.
    package let code: Code
    /// What went wrong, in a few words for a developer; no part of the input.
    package let reason: String

    /// An error of that kind. `reason` must be built from constant text and names that our own code asked for, never from what was
    /// received.
    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The kinds of ``JSONError``; open, so that a new kind breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name, fit for logs.
        package let description: String

        private init(_ name: String) { description = name }

        /// More bytes than ``JSONLimits/maximumBytes``; they were not looked at.
        package static let tooLarge = Code("tooLarge")
        /// Arrays and objects nested deeper than ``JSONLimits/maximumDepth``.
        package static let tooDeep = Code("tooDeep")
        /// Bytes that the grammar of RFC 8259 does not allow at their place, or that end too early.
        package static let malformed = Code("malformed")
        /// Something other than whitespace after the value.
        package static let trailingData = Code("trailingData")
        /// A string that is not valid UTF-8 (RFC 8259 §8.1), a byte order mark included.
        package static let notUTF8 = Code("notUTF8")
        /// An escaped surrogate without its other half (RFC 8259 §8.2).
        package static let loneSurrogate = Code("loneSurrogate")
        /// A name that an object has twice, compared after unescaping (RFC 8259 §4).
        package static let duplicateMember = Code("duplicateMember")
        /// A number that does not fit: beyond `Int64`, beyond a finite `Double`, `-0`, or written with too many characters.
        package static let numberOutOfRange = Code("numberOutOfRange")
        /// A member that must be there is not.
        package static let missingMember = Code("missingMember")
        /// A member, or the value itself, has another type than it must have; `null` has no type but null.
        package static let wrongType = Code("wrongType")
        /// A member whose type is right and whose value is not: not base64url, or an integer outside 0...2^53-1.
        package static let unacceptableValue = Code("unacceptableValue")
        /// An object has a member that nobody asked for.
        package static let unknownMember = Code("unknownMember")
    }
}

extension JSONError: Hashable {
    /// True when the codes are the same.
    package static func == (left: JSONError, right: JSONError) -> Bool { left.code == right.code }

    /// Hashes the code only, as equality does.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension JSONError: CustomStringConvertible {
    /// Code and reason; holds nothing from the input.
    package var description: String { "JSONError(\(code)): \(reason)" }
}
