// SPDX-License-Identifier: EUPL-1.2

/// One CBOR data item (RFC 8949).
///
/// Everything that the wire can say is kept, apart from two freedoms of the encoder that mean nothing: whether a string or container had an
/// indefinite length, and how many bytes an integer or a length took. Floats keep their width. So what was decoded from a deterministic
/// encoding encodes to the same bytes again.
///
/// Two items are equal when they have the same shape and the same bits: texts are compared byte by byte (never by Unicode equivalence, which
/// would make the Kelvin sign equal to `K`), floats by their bit pattern, maps with the order of their pairs.
package enum CBOR: Sendable {
    /// Major type 0: an integer from 0 to 2⁶⁴ − 1.
    case unsigned(UInt64)
    /// Major type 1: the integer −1 − n for the given n, so from −1 down to −2⁶⁴.
    case negative(UInt64)
    /// Major type 2: a byte string.
    case bytes([UInt8])
    /// Major type 3: a text string; valid UTF-8 on the wire.
    case text(String)
    /// Major type 4: an array.
    case array([CBOR])
    /// Major type 5: a map.
    case map(CBORMap)
    /// Major type 6: a tag number and the item that it is about. Tags are carried, never interpreted.
    indirect case tagged(UInt64, CBOR)
    /// Major type 7: a simple value that has no meaning of its own here: 0…19 or 32…255. Values 20…31 do not belong here; encoding one of them
    /// gives the one-byte form for 20…23, which reads back as the named case.
    case simple(UInt8)
    /// Major type 7, simple values 20 and 21.
    case bool(Bool)
    /// Major type 7, simple value 22.
    case null
    /// Major type 7, simple value 23.
    case undefined
    /// Major type 7: a floating-point number with the width that it had.
    case float(CBORFloat)
    /// An item of any kind in exactly this encoding. Reading gives it only for an embedded encoding that is not in its shortest form, and only
    /// when asked to (`CBORStrictness.asReceived`); writing copies the bytes.
    case verbatim([UInt8])

    /// Reads exactly one item that fills `bytes` completely.
    ///
    /// - Parameters:
    ///   - bytes: the encoded item, nothing before it and nothing after.
    ///   - limits: what the input may cost at most.
    ///   - strictness: which of the encodings that RFC 8949 allows are accepted.
    /// - Throws: `CBORError` for input that is not well-formed or not valid (section 1.2: text that is no UTF-8, duplicate keys), that has
    ///   something behind the item, that exceeds a limit, or that the strictness forbids.
    package init(
        decoding bytes: [UInt8], limits: CBORLimits = .default, strictness: CBORStrictness = .wellFormed
    ) throws(CBORError) {
        var decoder = CBORDecoder(input: bytes, position: 0, limits: limits, strictness: strictness)
        self = try decoder.wholeInput()
    }

    /// Reads the one item that starts at `start`, and says where it ends: for formats that put something behind it, such as WebAuthn's
    /// authenticator data.
    ///
    /// - Parameters:
    ///   - bytes: the input; what lies behind the item is not looked at.
    ///   - start: where the item starts, 0…`bytes.count`.
    ///   - limits: as for `init(decoding:limits:strictness:)`; the size counts from `start` to the end of `bytes`.
    ///   - strictness: as for `init(decoding:limits:strictness:)`.
    /// - Returns: the item, and the index of the first byte behind it.
    /// - Throws: `CBORError` as `init(decoding:limits:strictness:)` does, except for what lies behind the item; `truncated` when `start` lies
    ///   outside of `bytes`.
    package static func decodingPrefix(
        of bytes: [UInt8], from start: Int, limits: CBORLimits = .default, strictness: CBORStrictness = .wellFormed
    ) throws(CBORError) -> (item: CBOR, end: Int) {
        guard (0...bytes.count).contains(start) else { throw CBORError(.truncated, at: bytes.count) }
        var decoder = CBORDecoder(input: bytes, position: start, limits: limits, strictness: strictness)
        let item = try decoder.leadingItem()
        return (item, decoder.position)
    }

    /// The item's encoding: definite lengths, the shortest form of every integer, length and tag (RFC 8949, section 4.1), floats in the width
    /// that they have, map pairs in the order that they have.
    package func encode() -> [UInt8] {
        var encoder = CBOREncoder(isDeterministic: false)
        encoder.append(self)
        return encoder.output
    }

    /// The item's core deterministic encoding (RFC 8949, section 4.2.1): as `encode()`, and floats in the shortest width that keeps their
    /// value, map pairs in the bytewise order of their encoded keys.
    package func encodeDeterministically() -> [UInt8] {
        var encoder = CBOREncoder(isDeterministic: true)
        encoder.append(self)
        return encoder.output
    }
}
