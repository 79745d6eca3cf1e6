// SPDX-License-Identifier: EUPL-1.2

import CBOR

/// The elements that the device may sign: `KeyAuthorizations` (ISO/IEC 18013-5 §9.1.2.4).
public struct KeyAuthorizations: Hashable, Sendable {
    /// Name spaces in which the device may sign every element.
    public let nameSpaces: Set<NameSpace>
    /// Single elements by name space.
    public let elements: [NameSpace: Set<ElementIdentifier>]

    /// No authorisation: the default if the issuer specifies none.
    public static let none = KeyAuthorizations()

    /// Authorisations for whole name spaces and for single elements; no name space may be in both.
    public init(nameSpaces: Set<NameSpace> = [], elements: [NameSpace: Set<ElementIdentifier>] = [:]) {
        self.nameSpaces = nameSpaces
        self.elements = elements
    }

    /// - Throws: `MDocRejection` with `malformed`, also if a name space is authorised both as a whole and in part.
    init(_ item: CBORItem) throws(MDocRejection) {
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

    private static func names<Name: MDocName>(_ item: CBORItem) throws(MDocRejection) -> Set<Name> {
        guard let items = item.array, !items.isEmpty else { throw MDocRejection(.malformed) }
        let names = items.compactMap { Name($0) }
        guard names.count == items.count else { throw MDocRejection(.malformed) }
        return Set(names)
    }

    /// The authorisations as a map; nil if there are none.
    var item: CBORItem? {
        var map = CBORMap()
        if !nameSpaces.isEmpty { map["nameSpaces"] = .array(nameSpaces.map(\.item)) }
        if !elements.isEmpty { map["dataElements"] = .map(of: elements.map { ($0.key, CBORItem.array($0.value.map(\.item))) }) }
        return map.count == 0 ? nil : .map(map)
    }

    /// True if the device may sign this element.
    public func allow(_ identifier: ElementIdentifier, of nameSpace: NameSpace) -> Bool {
        nameSpaces.contains(nameSpace) || elements[nameSpace]?.contains(identifier) ?? false
    }
}
