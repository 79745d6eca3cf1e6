// SPDX-License-Identifier: EUPL-1.2

/// One CBOR data item (RFC 8949).
///
/// Decoding drops two choices of the encoder that carry no meaning: whether a string or container had an indefinite length, and how many
/// bytes an integer or a length took. Floats keep their width. A deterministic encoding therefore encodes to the same bytes again.
///
/// Two items are equal if they have the same shape and the same bits. Texts are compared byte by byte, because Unicode equivalence would
/// make the Kelvin sign equal to `K`. Floats are compared by their bit pattern, maps including the order of their pairs.
///
/// The cases are complete: the major types of RFC 8949 and the simple values that it names.
public enum CBORItem: Sendable {
    /// Major type 0: an integer from 0 to 2⁶⁴ − 1.
    case unsigned(UInt64)
    /// Major type 1: the integer −1 − n for the associated value n, from −1 down to −2⁶⁴.
    case negative(UInt64)
    /// Major type 2: a byte string.
    case bytes([UInt8])
    /// Major type 3: a text string; valid UTF-8 on the wire.
    case text(String)
    /// Major type 4: an array.
    case array([CBORItem])
    /// Major type 5: a map.
    case map(CBORMap)
    /// Major type 6: a tag number and the tagged item. Tags are kept but not interpreted.
    indirect case tagged(UInt64, CBORItem)
    /// Major type 7: a simple value without a case of its own, 0…19 or 32…255. Do not use it for 20…31: encoding 20…23 gives the one-byte
    /// form, which decodes as the named case.
    case simple(UInt8)
    /// Major type 7, simple values 20 and 21.
    case bool(Bool)
    /// Major type 7, simple value 22.
    case null
    /// Major type 7, simple value 23.
    case undefined
    /// Major type 7: a floating-point number and its width.
    case float(CBORFloat)
    /// An item of any kind in exactly this encoding. Decoding returns it only with `CBORStrictness.asReceived`, for an embedded encoding
    /// that is not in its shortest form. Encoding copies the bytes.
    case verbatim([UInt8])

    /// Decodes exactly one item that fills `bytes` completely.
    ///
    /// - Parameters:
    ///   - bytes: the encoded item, without leading or trailing bytes.
    ///   - limits: upper bounds on depth, item count and size.
    ///   - strictness: which of the encodings that RFC 8949 allows are accepted.
    /// - Throws: `CBORError` if the input is not well-formed, not valid (section 1.2: invalid UTF-8, duplicate keys), followed by more
    ///   bytes, over a limit, or forbidden by the strictness.
    public init(
        decoding bytes: [UInt8], limits: CBORLimits = .default, strictness: CBORStrictness = .wellFormed
    ) throws(CBORError) {
        var decoder = CBORDecoder(input: bytes, position: 0, limits: limits, strictness: strictness)
        self = try decoder.wholeInput()
    }

    /// Decodes the item that starts at `start` and returns where it ends. For formats that append other data, such as WebAuthn's
    /// authenticator data.
    ///
    /// - Parameters:
    ///   - bytes: the input; bytes after the item are ignored.
    ///   - start: where the item starts, 0…`bytes.count`.
    ///   - limits: as for `init(decoding:limits:strictness:)`; the size counts from `start` to the end of `bytes`.
    ///   - strictness: as for `init(decoding:limits:strictness:)`.
    /// - Returns: the item, and the index of the first byte after the item.
    /// - Throws: `CBORError` as `init(decoding:limits:strictness:)`, except for trailing bytes; `truncated` if `start` is outside `bytes`.
    public static func decodingPrefix(
        of bytes: [UInt8], from start: Int, limits: CBORLimits = .default, strictness: CBORStrictness = .wellFormed
    ) throws(CBORError) -> (item: CBORItem, end: Int) {
        guard (0...bytes.count).contains(start) else { throw CBORError(.truncated, at: bytes.count) }
        var decoder = CBORDecoder(input: bytes, position: start, limits: limits, strictness: strictness)
        let item = try decoder.leadingItem()
        return (item, decoder.position)
    }

    /// Encodes the item with definite lengths and the shortest form of every integer, length and tag (RFC 8949, section 4.1). Floats keep
    /// their width, map pairs their order.
    public func encode() -> [UInt8] {
        var encoder = CBOREncoder(isDeterministic: false)
        encoder.append(self)
        return encoder.output
    }

    /// Encodes the item in core deterministic encoding (RFC 8949, section 4.2.1): as `encode()`, with floats in the shortest width that
    /// keeps their value and map pairs sorted by their encoded keys.
    public func encodeDeterministically() -> [UInt8] {
        var encoder = CBOREncoder(isDeterministic: true)
        encoder.append(self)
        return encoder.output
    }
}
