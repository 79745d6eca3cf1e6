// SPDX-License-Identifier: EUPL-1.2

package import CodedErrors

/// Bytes that are not the JSON they should be, or an object without the members it should have.
package typealias JSONError = CodedError<JSONErrorCode>

/// The kinds of ``JSONError``.
package enum JSONErrorCode: String, ErrorCode {
    /// More bytes than ``JSONLimits/maximumBytes``; they were not looked at.
    case tooLarge
    /// Arrays and objects nested deeper than ``JSONLimits/maximumDepth``.
    case tooDeep
    /// Bytes that the grammar of RFC 8259 does not allow at their place, or that end too early.
    case malformed
    /// Something other than whitespace after the value.
    case trailingData
    /// A string that is not valid UTF-8 (RFC 8259 §8.1), a byte order mark included.
    case notUTF8
    /// An escaped surrogate without its other half (RFC 8259 §8.2).
    case loneSurrogate
    /// A name that an object has twice, compared after unescaping (RFC 8259 §4).
    case duplicateMember
    /// A number that does not fit: beyond `Int64`, beyond a finite `Double`, `-0`, or written with too many characters.
    case numberOutOfRange
    /// A member that must be there is not.
    case missingMember
    /// A member, or the value itself, has another type than it must have; `null` has no type but null.
    case wrongType
    /// A member whose type is right and whose value is not: not base64url, or an integer outside 0...2^53-1.
    case unacceptableValue
    /// An object has a member that nobody asked for.
    case unknownMember

    package func message(_ reason: String) -> String { "JSONError(\(self)): \(reason)" }
}
