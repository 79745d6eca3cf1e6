// SPDX-License-Identifier: EUPL-1.2

// Exported because the error's members are part of this module's interface.
@_exported public import CodedErrors

/// Bytes that are no acceptable CBOR. The detail is the offset.
public typealias CBORError = CodedError<CBORErrorCode>

/// The kinds of ``CBORError``.
@nonexhaustive public enum CBORErrorCode: String, ErrorCode {
    /// The input ends within an item, or an item claims more entries or bytes than follow.
    case truncated
    /// Bytes follow the item.
    case trailingBytes = "trailing bytes"
    /// Additional information 28…30, or 31 where there is no indefinite length (RFC 8949, section 3).
    case reservedAdditionalInformation = "reserved additional information"
    /// A simple value below 32 in two bytes (section 3.3).
    case malformedSimpleValue = "malformed simple value"
    /// A break where no indefinite-length item can end (section 3.2.1).
    case unexpectedBreak = "unexpected break"
    /// A chunk of an indefinite-length string that is not a definite-length string of the same kind (section 3.2.3).
    case malformedChunk = "malformed chunk"
    /// A text, or a chunk of a text, that is not valid UTF-8 (section 3.1).
    case invalidUTF8 = "invalid UTF-8"
    /// A key that the map already has (section 5.6).
    case duplicateKey = "duplicate key"
    /// Containers and tags nested more deeply than the limit allows.
    case tooDeep = "too deep"
    /// More items than the limit allows.
    case tooManyItems = "too many items"
    /// More bytes than the limit allows.
    case tooLarge = "too large"
    /// An integer, a length, a tag or a float that is longer than necessary (section 4.2.1).
    case notShortest = "not the shortest form"
    /// An indefinite length where only definite lengths are accepted (section 4.2.1).
    case indefiniteLength = "indefinite length"
    /// A key that sorts before the preceding one (section 4.2.1).
    case keyOrder = "keys out of order"

    /// Code and offset; nothing of the input.
    public func message(_ offset: Int) -> String { "CBOR: \(self) at byte \(offset)" }
}

extension CodedError<CBORErrorCode> {
    init(_ code: Code, at offset: Int) { self.init(code, detail: offset) }

    /// The index into the input at which the fault was noticed, 0…count.
    public var offset: Int { detail }
}
