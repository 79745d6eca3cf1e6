// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// Takes entries with text keys out of a map one by one, and refuses what is left or of another type.
struct MDocReader {
    private var rest: CBORMap

    /// A reader that has taken nothing yet.
    ///
    /// - Throws: `MDocRejection` with `malformed` for anything but a map.
    init(_ item: consuming CBOR) throws(MDocRejection) {
        // Consumed, so that the map may be the only one and need not be copied when something is taken out.
        guard case .map(let map) = consume item else { throw MDocRejection(.malformed) }
        rest = map
    }

    mutating func optional(_ key: String) -> CBOR? { rest.remove(key) }

    mutating func value(_ key: String) throws(MDocRejection) -> CBOR {
        guard let value = optional(key) else { throw MDocRejection(.malformed) }
        return value
    }

    /// A name that is not empty.
    mutating func name<Name: MDocName>(_ key: String) throws(MDocRejection) -> Name {
        guard let name = try Name(value(key)) else { throw MDocRejection(.malformed) }
        return name
    }

    /// Ends the reading: every entry must have been taken.
    consuming func finish() throws(MDocRejection) {
        guard rest.count == 0 else { throw MDocRejection(.malformed) }
    }
}

extension CBOR {
    /// Reads one encoding of an mdoc. The standard asks for no certain form, so every well-formed one is read; what is digested or signed is
    /// kept as it came. A key that stands twice in a map is refused.
    ///
    /// - Throws: `MDocRejection` with `tooLarge` or `malformed`.
    init(mdoc bytes: [UInt8], limits: MDocLimits) throws(MDocRejection) {
        do throws(CBORError) {
            self = try CBOR(decoding: bytes, limits: limits.cbor, strictness: .asReceived)
        } catch {
            let isLimit = [.tooLarge, .tooDeep, .tooManyItems].contains(error.code)
            throw MDocRejection(isLimit ? .tooLarge : .malformed)
        }
    }

    /// The tag of bytes that are an encoding themselves (RFC 8949 §3.4.5.1).
    private static let encodingTag: UInt64 = 24

    /// The bytes of an item `#6.24(bstr .cbor …)`.
    ///
    /// - Throws: `MDocRejection` with `malformed` for any other item.
    func embedded() throws(MDocRejection) -> [UInt8] {
        switch self {
        case .tagged(Self.encodingTag, .bytes(let bytes)): return bytes
        case .verbatim(let encoding):
            guard case .tagged(Self.encodingTag, .bytes(let bytes))? = try? CBOR(decoding: encoding, limits: .embedded(encoding)) else {
                throw MDocRejection(.malformed)
            }
            return bytes
        default: throw MDocRejection(.malformed)
        }
    }

    /// The item `#6.24(bstr .cbor …)` around an encoding.
    static func embedding(_ bytes: [UInt8]) -> CBOR { .tagged(encodingTag, .bytes(bytes)) }

    /// The pairs of a map from one kind of name, in their order.
    ///
    /// - Throws: `MDocRejection` with `malformed` for anything but a map whose keys are such names.
    func named<Name: MDocName>(_: Name.Type) throws(MDocRejection) -> [(name: Name, value: CBOR)] {
        guard let map else { throw MDocRejection(.malformed) }
        var pairs: [(Name, CBOR)] = []
        for pair in map.pairs {
            guard let name = Name(pair.key) else { throw MDocRejection(.malformed) }
            pairs.append((name, pair.value))
        }
        return pairs
    }

    /// A map from names.
    static func map(of pairs: some Sequence<(some MDocName, CBOR)>) -> CBOR {
        var map = CBORMap()
        for (name, value) in pairs { map[name.item] = value }
        return .map(map)
    }
}

extension CBORLimits {
    /// Enough for one embedded encoding that was read before; an indefinite length has chunks.
    fileprivate static func embedded(_ encoding: [UInt8]) -> CBORLimits { CBORLimits(depth: 2, bytes: encoding.count) }
}
