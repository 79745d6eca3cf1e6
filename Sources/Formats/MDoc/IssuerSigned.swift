// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import COSE

/// The issuer's part of an mdoc, as delivered or presented: `IssuerSigned` (ISO/IEC 18013-5 §8.3.2.1.2.2); nothing in it has been verified.
///
/// Its base64url form is the credential of format `mso_mdoc` in OpenID4VCI. ``MDocVerifier`` verifies it.
public struct IssuerSigned: Hashable, Sendable {
    /// The disclosed items by name space, in their order; empty if none is disclosed.
    public let nameSpaces: [IssuerNameSpace]
    /// The issuer's signature over the mobile security object.
    public let issuerAuth: COSESign1

    /// Decodes the structure.
    ///
    /// - Throws: ``MDocRejection`` with `malformed`, `tooLarge`, `random`, `header`, `algorithm` or `signature` (not 64 bytes).
    public init(decoding bytes: [UInt8], limits: MDocLimits = .default) throws(MDocRejection) {
        try self.init(CBORItem(mdoc: bytes, limits: limits), limits: limits)
    }

    init(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) {
        var reader = try MDocReader(item)
        nameSpaces =
            try reader.optional("nameSpaces").map { (item) throws(MDocRejection) in
                try Self.nameSpaces(item, limits: limits)
            } ?? []
        let signature = try reader.value("issuerAuth")
        do throws(COSEError) {
            issuerAuth = try COSESign1(signature)
        } catch {
            throw MDocRejection(error.reasonOfIssuer)
        }
        try reader.finish()
    }

    init(nameSpaces: [IssuerNameSpace], issuerAuth: COSESign1) {
        self.nameSpaces = nameSpaces
        self.issuerAuth = issuerAuth
    }

    private static func nameSpaces(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) -> [IssuerNameSpace] {
        var result: [IssuerNameSpace] = []
        var count = 0
        for (name, value) in try item.named(NameSpace.self) {
            guard let encoded = value.array, !encoded.isEmpty else { throw MDocRejection(.malformed) }
            count += encoded.count
            guard count <= limits.maximumElements else { throw MDocRejection(.tooLarge) }
            var items: [IssuerSignedItem] = []
            for item in encoded { items.append(try IssuerSignedItem(item, limits: limits)) }
            result.append(IssuerNameSpace(name: name, items: items))
        }
        guard !result.isEmpty else { throw MDocRejection(.malformed) }
        return result
    }

    /// Encodes the structure; the items and the signed payload keep the bytes in which they were received.
    public func encode() -> [UInt8] { item.encode() }

    var item: CBORItem {
        var map = CBORMap()
        if !nameSpaces.isEmpty {
            map["nameSpaces"] = .map(of: nameSpaces.map { ($0.name, CBORItem.array($0.items.map(\.item))) })
        }
        map["issuerAuth"] = issuerAuth.item
        return .map(map)
    }

    /// The disclosed elements, in their order.
    public var elements: [MDocElement] {
        nameSpaces.flatMap { space in space.items.map { MDocElement(space.name, $0.identifier, $0.value) } }
    }

    /// Decodes the signed payload without verifying the signature, which is the task of ``MDocVerifier``.
    ///
    /// - Throws: ``MDocRejection`` with `malformed`, `tooLarge`, `version`, `digestAlgorithm`, `deviceKey` or `validityInfo`.
    public func mobileSecurityObject(limits: MDocLimits = .default) throws(MDocRejection) -> MobileSecurityObject {
        guard let payload = issuerAuth.payload else { throw MDocRejection(.malformed) }
        return try MobileSecurityObject(embedded: payload, limits: limits)
    }

    /// Reduces the document to these elements; an empty selection discloses nothing.
    ///
    /// - Throws: ``MDocMistake/noSuchElement`` if an element is missing.
    public func disclosing(_ selected: [NameSpace: Set<ElementIdentifier>]) throws(MDocMistake) -> IssuerSigned {
        for (name, identifiers) in selected {
            let known = nameSpaces.filter { $0.name == name }.flatMap(\.items).map(\.identifier)
            guard identifiers.isSubset(of: known) else { throw .noSuchElement }
        }
        let rest = nameSpaces.map { space in
            IssuerNameSpace(name: space.name, items: space.items.filter { selected[space.name]?.contains($0.identifier) ?? false })
        }
        return IssuerSigned(nameSpaces: rest.filter { !$0.items.isEmpty }, issuerAuth: issuerAuth)
    }
}

extension COSEError {
    /// The rejection for a fault in the issuer's signature.
    var reasonOfIssuer: MDocRejection.Reason {
        switch code {
        case .unacceptableAlgorithm: .algorithm
        case .unacceptableHeader: .header
        case .signatureLength: .signature
        default: .malformed
        }
    }
}
