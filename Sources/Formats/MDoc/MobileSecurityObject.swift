// SPDX-License-Identifier: EUPL-1.2

public import CBOR
public import COSE

/// The object that the issuer of an mdoc signs: `MobileSecurityObject` (ISO/IEC 18013-5 §9.1.2.4).
public struct MobileSecurityObject: Hashable, Sendable {
    /// The key of the device to which the document is bound.
    public let deviceKey: COSEKey
    /// The elements that the device may sign.
    public let keyAuthorizations: KeyAuthorizations
    /// The kind of document.
    public let docType: DocType
    /// The validity period.
    public let validity: ValidityInfo
    /// The algorithm of all digests.
    public let digestAlgorithm: DigestAlgorithm
    /// The digests of all items, disclosed or not, by name space and digest id (0..<2^31).
    public let digests: [NameSpace: [UInt64: [UInt8]]]
    /// `status` as Token Status List defines it, not interpreted here; nil if absent.
    public let status: CBORItem?

    /// Exclusive upper bound of digest ids (§9.1.2.4).
    static let digestIDs: UInt64 = 1 << 31
    private static let version = CBORItem.text("1.0")

    init(
        deviceKey: COSEKey, keyAuthorizations: KeyAuthorizations, docType: DocType, validity: ValidityInfo,
        digestAlgorithm: DigestAlgorithm,
        digests: [NameSpace: [UInt64: [UInt8]]], status: CBORItem?
    ) {
        self.deviceKey = deviceKey
        self.keyAuthorizations = keyAuthorizations
        self.docType = docType
        self.validity = validity
        self.digestAlgorithm = digestAlgorithm
        self.digests = digests
        self.status = status
    }

    /// Decodes `MobileSecurityObjectBytes`. Unknown entries are ignored.
    ///
    /// - Throws: `MDocRejection` with `malformed`, `tooLarge`, `version`, `digestAlgorithm`, `deviceKey` or `validityInfo`.
    init(embedded bytes: [UInt8], limits: MDocLimits) throws(MDocRejection) {
        let content = try CBORItem(mdoc: bytes, limits: limits).embedded()
        var reader = try MDocReader(CBORItem(mdoc: content, limits: limits))
        guard try reader.value("version") == Self.version else { throw MDocRejection(.version) }
        guard let algorithm = try reader.value("digestAlgorithm").text.flatMap(DigestAlgorithm.init(rawValue:)) else {
            throw MDocRejection(.digestAlgorithm)
        }
        digestAlgorithm = algorithm
        digests = try Self.digests(reader.value("valueDigests"), algorithm, limits: limits)
        var keyInfo = try MDocReader(reader.value("deviceKeyInfo"))
        deviceKey = try Self.key(keyInfo.value("deviceKey"))
        keyAuthorizations =
            try keyInfo.optional("keyAuthorizations").map { (item) throws(MDocRejection) in try KeyAuthorizations(item) } ?? .none
        docType = try reader.name("docType")
        validity = try ValidityInfo(reader.value("validityInfo"))
        status = reader.optional("status")
    }

    private static func digests(
        _ item: CBORItem, _ algorithm: DigestAlgorithm, limits: MDocLimits
    ) throws(MDocRejection) -> [NameSpace: [UInt64: [UInt8]]] {
        var result: [NameSpace: [UInt64: [UInt8]]] = [:]
        var count = 0
        for (nameSpace, value) in try item.named(NameSpace.self) {
            guard let map = value.map, map.count > 0 else { throw MDocRejection(.malformed) }
            count += map.count
            guard count <= limits.maximumDigests else { throw MDocRejection(.tooLarge) }
            var digests: [UInt64: [UInt8]] = Dictionary(minimumCapacity: map.count)
            for pair in map.pairs {
                guard case .unsigned(let id) = pair.key, id < digestIDs, let digest = pair.value.bytes,
                    digest.count == algorithm.byteCount
                else { throw MDocRejection(.malformed) }
                digests[id] = digest
            }
            result[nameSpace] = digests
        }
        guard !result.isEmpty else { throw MDocRejection(.malformed) }
        return result
    }

    /// Reads the device's key. Labels that describe the key's use are ignored.
    private static func key(_ item: CBORItem) throws(MDocRejection) -> COSEKey {
        guard var map = item.map else { throw MDocRejection(.deviceKey) }
        for label: Int64 in [2, 3, 4] { map[label] = nil }  // kid, alg, key_ops
        guard let key = try? COSEKey(.map(map)) else { throw MDocRejection(.deviceKey) }
        return key
    }

    /// `MobileSecurityObjectBytes`: the payload of the issuer's signature.
    var embedded: [UInt8] {
        var keyInfo = CBORMap()
        keyInfo["deviceKey"] = deviceKey.item
        keyInfo["keyAuthorizations"] = keyAuthorizations.item
        var map = CBORMap()
        map["version"] = Self.version
        map["digestAlgorithm"] = .text(digestAlgorithm.rawValue)
        map["valueDigests"] = .map(
            of: digests.map { nameSpace, digests in
                var map = CBORMap()
                for (id, digest) in digests { map[.unsigned(id)] = .bytes(digest) }
                return (nameSpace, CBORItem.map(map))
            })
        map["deviceKeyInfo"] = .map(keyInfo)
        map["docType"] = docType.item
        map["validityInfo"] = validity.item
        map["status"] = status
        return CBORItem.embedding(CBORItem.map(map).encodeDeterministically()).encode()
    }
}
