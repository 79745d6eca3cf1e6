// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// An error for input that is not valid JSON or base64url, or for an object without the required members.
public typealias JSONError = CodedError<JSONErrorCode>

/// The kinds of ``JSONError``.
@nonexhaustive public enum JSONErrorCode: String, ErrorCode {
    /// More bytes than ``JSONLimits/maximumBytes``; the input has not been parsed.
    case tooLarge
    /// Arrays and objects nested deeper than ``JSONLimits/maximumDepth``.
    case tooDeep
    /// Bytes that the grammar of RFC 8259 does not allow in this place, or input that ends too early.
    case malformed
    /// Something other than whitespace follows the value.
    case trailingData
    /// A string that is not valid UTF-8 (RFC 8259 §8.1), a byte order mark included.
    case notUTF8
    /// An escaped surrogate without its other half (RFC 8259 §8.2).
    case loneSurrogate
    /// A member name that occurs twice in an object, compared after unescaping (RFC 8259 §4).
    case duplicateMember
    /// A number out of range: beyond `Int64`, beyond a finite `Double`, `-0`, or with too many characters.
    case numberOutOfRange
    /// A required member is missing.
    case missingMember
    /// A member, or the value itself, has the wrong type; `null` is a type of its own.
    case wrongType
    /// A member of the right type with an unacceptable value: not base64url, or an integer outside 0...2^53-1.
    case unacceptableValue
    /// An object has a member that the reader did not request.
    case unknownMember
    /// Text that is not base64url without padding (RFC 4648 §5, RFC 7515 §2).
    case notBase64URL

    /// Code and reason, fit for a log.
    public func message(_ reason: String) -> String { "JSONError(\(self)): \(reason)" }
}
