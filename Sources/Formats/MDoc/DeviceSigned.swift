// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import COSE

/// The device's part of a document: `DeviceSigned` (ISO/IEC 18013-5 §8.3.2.1.2.2).
public struct DeviceSigned: Hashable, Sendable {
    /// The device's proof of possession of its key: `DeviceAuth`. The cases are complete.
    public enum Authentication: Hashable, Sendable {
        /// `deviceSignature`, with a detached payload.
        case signature(COSESign1)
        /// `deviceMac`, a COSE_Mac0. Verification refuses it, because keys in an HSM make no key agreement with the reader.
        case mac(CBORItem)
    }

    /// The elements that the device signs, in their order.
    public let elements: [MDocElement]
    /// The encoding of `DeviceNameSpaces`, as received.
    public let encodedNameSpaces: [UInt8]
    /// The proof of possession.
    public let authentication: Authentication

    /// - Throws: `MDocRejection` with `malformed`, `tooLarge`, `deviceAuthMissing`, or `deviceAuthMalformed`.
    init(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) {
        var reader = try MDocReader(item)
        encodedNameSpaces = try reader.value("nameSpaces").embedded()
        elements = try Self.elements(CBORItem(mdoc: encodedNameSpaces, limits: limits), limits: limits)
        guard let proof = reader.optional("deviceAuth")?.map, proof.count > 0 else { throw MDocRejection(.deviceAuthMissing) }
        try reader.finish()
        guard proof.count == 1 else { throw MDocRejection(.deviceAuthMalformed) }
        if let item = proof["deviceSignature"] {
            guard let signature = try? COSESign1(item), signature.payload == nil else { throw MDocRejection(.deviceAuthMalformed) }
            authentication = .signature(signature)
        } else if let item = proof["deviceMac"] {
            authentication = .mac(item)
        } else {
            throw MDocRejection(.deviceAuthMissing)
        }
    }

    private static func elements(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) -> [MDocElement] {
        var elements: [MDocElement] = []
        for (nameSpace, value) in try item.named(NameSpace.self) {
            let members = try value.named(ElementIdentifier.self)
            guard !members.isEmpty else { throw MDocRejection(.malformed) }
            elements += members.map { MDocElement(nameSpace, $0.name, $0.value) }
            guard elements.count <= limits.maximumElements else { throw MDocRejection(.tooLarge) }
        }
        return elements
    }

    init(elements: [MDocElement], encodedNameSpaces: [UInt8], signature: COSESign1) {
        self.elements = elements
        self.encodedNameSpaces = encodedNameSpaces
        authentication = .signature(signature)
    }

    /// Encodes `DeviceNameSpaces` with these unique elements.
    static func encode(_ elements: [MDocElement]) -> [UInt8] {
        var spaces = CBORMap()
        for element in elements {
            var members = spaces[element.nameSpace.item]?.map ?? CBORMap()
            members[element.identifier.item] = element.value
            spaces[element.nameSpace.item] = .map(members)
        }
        return CBORItem.map(spaces).encodeDeterministically()
    }

    var item: CBORItem {
        var proof = CBORMap()
        switch authentication {
        case .signature(let signature): proof["deviceSignature"] = signature.item
        case .mac(let mac): proof["deviceMac"] = mac
        }
        var map = CBORMap()
        map["nameSpaces"] = .embedding(encodedNameSpaces)
        map["deviceAuth"] = .map(proof)
        return .map(map)
    }
}
