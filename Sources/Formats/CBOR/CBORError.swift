// SPDX-License-Identifier: EUPL-1.2

/// The reason why bytes are not acceptable CBOR. Errors are compared by code only; the offset is diagnostic.
package struct CBORError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for refusal. A struct, so that a new reason breaks no `switch`.
    package struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name; contains no part of the input.
        package let description: String

        /// The input ends within an item, or an item claims more entries or bytes than follow.
        package static let truncated = Code(description: "truncated")
        /// Bytes follow the item.
        package static let trailingBytes = Code(description: "trailing bytes")
        /// Additional information 28…30, or 31 where there is no indefinite length (RFC 8949, section 3).
        package static let reservedAdditionalInformation = Code(description: "reserved additional information")
        /// A simple value below 32 in two bytes (section 3.3).
        package static let malformedSimpleValue = Code(description: "malformed simple value")
        /// A break where no indefinite-length item can end (section 3.2.1).
        package static let unexpectedBreak = Code(description: "unexpected break")
        /// A chunk of an indefinite-length string that is not a definite-length string of the same kind (section 3.2.3).
        package static let malformedChunk = Code(description: "malformed chunk")
        /// A text, or a chunk of one, that is not valid UTF-8 (section 3.1).
        package static let invalidUTF8 = Code(description: "invalid UTF-8")
        /// A key that the map already has (section 5.6).
        package static let duplicateKey = Code(description: "duplicate key")
        /// Containers and tags nested more deeply than the limit allows.
        package static let tooDeep = Code(description: "too deep")
        /// More items than the limit allows.
        package static let tooManyItems = Code(description: "too many items")
        /// More bytes than the limit allows.
        package static let tooLarge = Code(description: "too large")
        /// An integer, a length, a tag or a float that is longer than necessary (section 4.2.1).
        package static let notShortest = Code(description: "not the shortest form")
        /// An indefinite length where only definite lengths are accepted (section 4.2.1).
        package static let indefiniteLength = Code(description: "indefinite length")
        /// A key that sorts before the preceding one (section 4.2.1).
        package static let keyOrder = Code(description: "keys out of order")
    }

    package let code: Code
    /// Index in the input at which the error was detected, 0…count.
    package let offset: Int

    init(_ code: Code, at offset: Int) {
        self.code = code
        self.offset = offset
    }

    /// Code and offset; contains no part of the input.
    package var description: String { "CBOR: \(code) at byte \(offset)" }

    /// True if both errors have the same code.
    package static func == (left: CBORError, right: CBORError) -> Bool { left.code == right.code }

    /// Hashes the code only, consistent with equality.
    package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
