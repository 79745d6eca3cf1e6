// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// A data element as the issuer digested it: `IssuerSignedItem` (ISO/IEC 18013-5 §8.3.2.1.2.2). It is kept exactly as it was received.
package struct IssuerSignedItem: Hashable, Sendable {
    /// Which digest of the name space is this item's, 0..<2^31.
    package let digestID: UInt64
    /// At least 16 bytes, so that nobody can guess an undisclosed element from its digest.
    package let random: [UInt8]
    /// The element's name.
    package let identifier: ElementIdentifier
    /// The element's value.
    package let value: CBOR
    /// `IssuerSignedItemBytes`: the encoded map, embedded, in the form in which it was received.
    let item: CBOR

    /// The fewest bytes of ``random`` (§9.1.2.5).
    package static let minimumRandom = 16

    /// - Throws: `MDocRejection` with `malformed`, `tooLarge` or `random`.
    init(_ item: CBOR, limits: MDocLimits) throws(MDocRejection) {
        self.item = item
        var reader = try MDocReader(CBOR(mdoc: item.embedded(), limits: limits))
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

    /// An item that is made here.
    init(digestID: UInt64, random: [UInt8], identifier: ElementIdentifier, value: CBOR) {
        self.digestID = digestID
        self.random = random
        self.identifier = identifier
        self.value = value
        var map = CBORMap()
        map["digestID"] = .unsigned(digestID)
        map["random"] = .bytes(random)
        map["elementIdentifier"] = identifier.item
        map["elementValue"] = value
        item = .embedding(CBOR.map(map).encodeDeterministically())
    }

    /// The digest of `IssuerSignedItemBytes` (§9.1.2.5).
    package func digest(_ algorithm: DigestAlgorithm) -> [UInt8] { algorithm.digest(of: item.encode()) }
}

/// Items of one name space.
package struct IssuerNameSpace: Hashable, Sendable {
    /// The name space.
    package let name: NameSpace
    /// Its items in their order, at least one.
    package let items: [IssuerSignedItem]

    init(name: NameSpace, items: [IssuerSignedItem]) {
        self.name = name
        self.items = items
    }
}
