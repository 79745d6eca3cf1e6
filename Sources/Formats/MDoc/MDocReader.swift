// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// Reads a map's entries with text keys one by one; refuses remaining entries and wrong types.
struct MDocReader {
    private var rest: CBORMap

    /// A reader of all entries.
    ///
    /// - Throws: `MDocRejection` with `malformed` if the item is not a map.
    init(_ item: consuming CBORItem) throws(MDocRejection) {
        // Consuming the item leaves the map uniquely referenced, so removing entries does not copy it.
        guard case .map(let map) = consume item else { throw MDocRejection(.malformed) }
        rest = map
    }

    mutating func optional(_ key: String) -> CBORItem? { rest.remove(key) }

    mutating func value(_ key: String) throws(MDocRejection) -> CBORItem {
        guard let value = optional(key) else { throw MDocRejection(.malformed) }
        return value
    }

    /// Reads a non-empty name.
    mutating func name<Name: MDocName>(_ key: String) throws(MDocRejection) -> Name {
        guard let name = try Name(value(key)) else { throw MDocRejection(.malformed) }
        return name
    }

    /// Checks that every entry has been read.
    consuming func finish() throws(MDocRejection) {
        guard rest.count == 0 else { throw MDocRejection(.malformed) }
    }
}

extension CBORItem {
    /// Decodes one encoding of an mdoc. The standard prescribes no form, so every well-formed encoding is accepted, and digested or signed
    /// parts keep their bytes. Duplicate map keys are refused.
    ///
    /// - Throws: `MDocRejection` with `tooLarge` or `malformed`.
    init(mdoc bytes: [UInt8], limits: MDocLimits) throws(MDocRejection) {
        do throws(CBORError) {
            self = try CBORItem(decoding: bytes, limits: limits.cbor, strictness: .asReceived)
        } catch {
            let isLimit = [.tooLarge, .tooDeep, .tooManyItems].contains(error.code)
            throw MDocRejection(isLimit ? .tooLarge : .malformed)
        }
    }

    /// The tag of a byte string that contains encoded CBOR (RFC 8949 §3.4.5.1).
    private static let encodingTag: UInt64 = 24

    /// The bytes in an item `#6.24(bstr .cbor …)`.
    ///
    /// - Throws: `MDocRejection` with `malformed` for any other item.
    func embedded() throws(MDocRejection) -> [UInt8] {
        switch self {
        case .tagged(Self.encodingTag, .bytes(let bytes)): return bytes
        case .verbatim(let encoding):
            guard case .tagged(Self.encodingTag, .bytes(let bytes))? = try? CBORItem(decoding: encoding, limits: .embedded(encoding)) else {
                throw MDocRejection(.malformed)
            }
            return bytes
        default: throw MDocRejection(.malformed)
        }
    }

    /// The item `#6.24(bstr .cbor …)` around an encoding.
    static func embedding(_ bytes: [UInt8]) -> CBORItem { .tagged(encodingTag, .bytes(bytes)) }

    /// The pairs of a map whose keys are names of one kind, in their order.
    ///
    /// - Throws: `MDocRejection` with `malformed` if the item is not a map with keys of this type.
    func named<Name: MDocName>(_: Name.Type) throws(MDocRejection) -> [(name: Name, value: CBORItem)] {
        guard let map else { throw MDocRejection(.malformed) }
        var pairs: [(Name, CBORItem)] = []
        for pair in map.pairs {
            guard let name = Name(pair.key) else { throw MDocRejection(.malformed) }
            pairs.append((name, pair.value))
        }
        return pairs
    }

    /// Builds a map with names as keys.
    static func map(of pairs: some Sequence<(some MDocName, CBORItem)>) -> CBORItem {
        var map = CBORMap()
        for (name, value) in pairs { map[name.item] = value }
        return .map(map)
    }
}

extension CBORLimits {
    /// Limits for one embedded encoding that has already been decoded; depth 2 allows the chunks of an indefinite length.
    fileprivate static func embedded(_ encoding: [UInt8]) -> CBORLimits { CBORLimits(depth: 2, bytes: encoding.count) }
}
