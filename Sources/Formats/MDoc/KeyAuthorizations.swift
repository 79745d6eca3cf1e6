// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// What the device may sign of its own: `KeyAuthorizations` (ISO/IEC 18013-5 §9.1.2.4).
package struct KeyAuthorizations: Hashable, Sendable {
    /// Name spaces of which it may sign every element.
    package let nameSpaces: Set<NameSpace>
    /// Single elements, by their name spaces.
    package let elements: [NameSpace: Set<ElementIdentifier>]

    /// Nothing: what holds when the issuer does not say.
    package static let none = KeyAuthorizations()

    /// Authorises these name spaces and elements.
    package init(nameSpaces: Set<NameSpace> = [], elements: [NameSpace: Set<ElementIdentifier>] = [:]) {
        self.nameSpaces = nameSpaces
        self.elements = elements
    }

    /// - Throws: `MDocRejection` with `malformed`; a name space may not be authorised as a whole and in part.
    init(_ item: CBOR) throws(MDocRejection) {
        var reader = try MDocReader(item)
        var whole: Set<NameSpace> = []
        if let item = reader.optional("nameSpaces") { whole = try Self.names(item) }
        var parts: [NameSpace: Set<ElementIdentifier>] = [:]
        for (nameSpace, names) in try (reader.optional("dataElements") ?? .map(CBORMap())).named(NameSpace.self) {
            guard !whole.contains(nameSpace) else { throw MDocRejection(.malformed) }
            parts[nameSpace] = try Self.names(names)
        }
        nameSpaces = whole
        elements = parts
    }

    private static func names<Name: MDocName>(_ item: CBOR) throws(MDocRejection) -> Set<Name> {
        guard let items = item.array, !items.isEmpty else { throw MDocRejection(.malformed) }
        let names = items.compactMap { Name($0) }
        guard names.count == items.count else { throw MDocRejection(.malformed) }
        return Set(names)
    }

    /// The map; nil when nothing is authorised.
    var item: CBOR? {
        var map = CBORMap()
        if !nameSpaces.isEmpty { map["nameSpaces"] = .array(nameSpaces.map(\.item)) }
        if !elements.isEmpty { map["dataElements"] = .map(of: elements.map { ($0.key, CBOR.array($0.value.map(\.item))) }) }
        return map.count == 0 ? nil : .map(map)
    }

    /// Whether the device may sign an element.
    package func allow(_ identifier: ElementIdentifier, of nameSpace: NameSpace) -> Bool {
        nameSpaces.contains(nameSpace) || elements[nameSpace]?.contains(identifier) ?? false
    }
}
