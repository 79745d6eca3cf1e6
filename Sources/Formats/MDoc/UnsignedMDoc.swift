// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import COSE

/// An mdoc with items and mobile security object that lacks only the issuer's signature (ISO/IEC 18013-5 §9.1.2.4).
public struct UnsignedMDoc: Sendable {
    /// The object to sign.
    public let mobileSecurityObject: MobileSecurityObject
    /// All items, in the order of the elements.
    public let nameSpaces: [IssuerNameSpace]

    /// Digests elements and builds the mobile security object.
    ///
    /// - Parameters:
    ///   - docType: the kind of document.
    ///   - elements: all elements: at least one, each unique.
    ///   - deviceKey: the holder's key.
    ///   - keyAuthorizations: the elements that the device may sign; none by default.
    ///   - validity: the validity period; `signed` should be the current time, within the validity of the signing certificate.
    ///   - digestAlgorithm: SHA-256 by default.
    ///   - status: the reference to the document's status (Token Status List); not interpreted.
    ///   - random: returns `count` cryptographically secure random bytes. Each item gets 32 fresh bytes. Digest ids are random, so that
    ///     they do not reveal which elements a document has.
    /// - Throws: ``MDocMistake`` with `noElement`, `elementDoubled`, `tooLarge` or `random`.
    public init(
        docType: DocType, elements: [MDocElement], deviceKey: COSEKey, keyAuthorizations: KeyAuthorizations = .none,
        validity: ValidityInfo, digestAlgorithm: DigestAlgorithm = .sha256, status: CBORItem? = nil, random: (_ count: Int) -> [UInt8]
    ) throws(MDocMistake) {
        guard !elements.isEmpty, !docType.text.isEmpty,
            elements.allSatisfy({ !$0.nameSpace.text.isEmpty && !$0.identifier.text.isEmpty })
        else { throw .noElement }
        guard elements.count <= MDocLimits.default.maximumElements else { throw .tooLarge }

        var names: [NameSpace] = []
        for element in elements where !names.contains(element.nameSpace) { names.append(element.nameSpace) }
        var nameSpaces: [IssuerNameSpace] = []
        var digests: [NameSpace: [UInt64: [UInt8]]] = [:]
        for name in names {
            let members = elements.filter { $0.nameSpace == name }
            guard Set(members.map(\.identifier)).count == members.count else { throw .elementDoubled }
            let ids = try Self.shuffledIDs(members.count, random: random)
            var items: [IssuerSignedItem] = []
            for (member, id) in zip(members, ids) {
                let salt = random(32)
                guard salt.count == 32 else { throw .random }
                items.append(IssuerSignedItem(digestID: id, random: salt, identifier: member.identifier, value: member.value))
            }
            nameSpaces.append(IssuerNameSpace(name: name, items: items))
            digests[name] = Dictionary(items.map { ($0.digestID, $0.digest(digestAlgorithm)) }) { first, _ in first }
        }
        self.nameSpaces = nameSpaces
        mobileSecurityObject = MobileSecurityObject(
            deviceKey: deviceKey, keyAuthorizations: keyAuthorizations, docType: docType, validity: validity,
            digestAlgorithm: digestAlgorithm, digests: digests, status: status)
    }

    /// The numbers below `count` in random order.
    private static func shuffledIDs(_ count: Int, random: (_ count: Int) -> [UInt8]) throws(MDocMistake) -> [UInt64] {
        var drawn: [(key: [UInt8], id: UInt64)] = []
        for id in 0..<UInt64(count) {
            let key = random(16)
            guard key.count == 16 else { throw .random }
            drawn.append((key, id))
        }
        return drawn.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.id)
    }

    /// Signs with ES256.
    ///
    /// - Parameters:
    ///   - certificates: `x5chain`: DER certificates, the document signer's first, without the root, which the standard forbids.
    ///   - signer: signs with the document signer's key.
    /// - Throws: ``MDocMistake/certificates``, errors of `signer`, or `COSEError` if it does not return 64 bytes.
    public func signed(certificates: [[UInt8]], by signer: COSESigner) async throws -> IssuerSigned {
        guard (1...X5Chain.maximumCount).contains(certificates.count) else { throw MDocMistake.certificates }
        var header = CBORMap()
        header[COSELabel.x5chain] = X5Chain.encode(certificates)
        let signature = try await COSESign1.signed(payload: mobileSecurityObject.embedded, unprotected: header, by: signer)
        return IssuerSigned(nameSpaces: nameSpaces, issuerAuth: signature)
    }
}
