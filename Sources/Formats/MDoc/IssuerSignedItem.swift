// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// A data element in the form that the issuer digested: `IssuerSignedItem` (ISO/IEC 18013-5 §8.3.2.1.2.2). Keeps the received bytes.
public struct IssuerSignedItem: Hashable, Sendable {
    /// The id of this item's digest in its name space, 0..<2^31.
    public let digestID: UInt64
    /// At least 16 random bytes, so that an undisclosed element cannot be guessed from its digest.
    public let random: [UInt8]
    /// The element's name in its name space.
    public let identifier: ElementIdentifier
    /// The element's value.
    public let value: CBORItem
    /// `IssuerSignedItemBytes`: the encoded map as an embedded byte string, in the form in which it was received.
    let item: CBORItem

    /// Minimum length of ``random`` in bytes (§9.1.2.5).
    package static let minimumRandom = 16

    /// - Throws: `MDocRejection` with `malformed`, `tooLarge` or `random`.
    init(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) {
        self.item = item
        var reader = try MDocReader(CBORItem(mdoc: item.embedded(), limits: limits))
        guard case .unsigned(let id) = try reader.value("digestID"), id < MobileSecurityObject.digestIDs,
            let random = try reader.value("random").bytes
        else { throw MDocRejection(.malformed) }
        guard random.count >= Self.minimumRandom else { throw MDocRejection(.random) }
        digestID = id
        self.random = random
        identifier = try reader.name("elementIdentifier")
        value = try reader.value("elementValue")
        try reader.finish()
    }

    /// An item for a new document.
    init(digestID: UInt64, random: [UInt8], identifier: ElementIdentifier, value: CBORItem) {
        self.digestID = digestID
        self.random = random
        self.identifier = identifier
        self.value = value
        var map = CBORMap()
        map["digestID"] = .unsigned(digestID)
        map["random"] = .bytes(random)
        map["elementIdentifier"] = identifier.item
        map["elementValue"] = value
        item = .embedding(CBORItem.map(map).encodeDeterministically())
    }

    /// The digest of `IssuerSignedItemBytes` (§9.1.2.5).
    package func digest(_ algorithm: DigestAlgorithm) -> [UInt8] { algorithm.digest(of: item.encode()) }
}

/// Items of one name space.
public struct IssuerNameSpace: Hashable, Sendable {
    public let name: NameSpace
    /// The items in their order, at least one.
    public let items: [IssuerSignedItem]

    init(name: NameSpace, items: [IssuerSignedItem]) {
        self.name = name
        self.items = items
    }
}
