// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import MDoc

/// A document whose parts can be changed independently; without changes it must be accepted.
struct Forgery {
    /// The items of one name space.
    var items = [
        item(0, "given_name", .text("Zoë")), item(1, "family_name", .text("van der Berg")), item(2, "issuing_country", .text("NL")),
    ]
    /// Encodes an item for digest and presentation.
    var encodeItem: (CBORItem) -> [UInt8] = { $0.encode() }
    /// Embeds an encoded item for digest and presentation.
    var embedItem: ([UInt8]) -> CBORItem = { .tagged(24, .bytes($0)) }
    /// The presented items, if they differ from the digested ones.
    var shown: [CBORItem]?
    /// Changes the mobile security object before signing.
    var changeObject: (inout CBORMap) -> Void = { _ in }
    var encodeObject: (CBORItem) -> [UInt8] = { $0.encode() }
    /// Makes the signature's payload from an encoded mobile security object.
    var payload: ([UInt8]) -> [UInt8] = { CBORItem.tagged(24, .bytes($0)).encode() }
    var protected = hex("a10126")
    var context = "Signature1"
    var key = TestAuthority.signerKey
    var changeSignature: (inout [CBORItem]) -> Void = { _ in }
    /// Changes `IssuerSigned`.
    var changeIssuerSigned: (inout CBORMap) -> Void = { _ in }

    var transcript = Sample.transcript
    var signedType = Sample.docType.text
    var deviceSpaces: [UInt8] = [0xa0]
    var deviceKey = Sample.deviceKey
    var deviceProtected = hex("a10126")
    var deviceContext = "Signature1"
    /// Makes the detached payload from an encoded `DeviceAuthentication`.
    var devicePayload: ([UInt8]) -> [UInt8] = { CBORItem.tagged(24, .bytes($0)).encode() }
    var changeDeviceSignature: (inout [CBORItem]) -> Void = { _ in }
    var changeDevice: (inout CBORMap) -> Void = { _ in }
    var changeDocument: (inout CBORMap) -> Void = { _ in }
    var changeResponse: (inout CBORMap) -> Void = { _ in }

    static func item(_ id: UInt64, _ name: String, _ value: CBORItem) -> CBORItem {
        .texts([
            "digestID": .unsigned(id), "random": .bytes([UInt8](repeating: UInt8(truncatingIfNeeded: id), count: 16)),
            "elementIdentifier": .text(name), "elementValue": value,
        ])
    }

    static func changed(_ item: CBORItem?, _ change: (inout CBORMap) -> Void) -> CBORItem {
        var map = item?.map ?? CBORMap()
        change(&map)
        return .map(map)
    }

    private func embedded(_ items: [CBORItem]) -> [CBORItem] { items.map { embedItem(encodeItem($0)) } }

    private func object() -> CBORItem {
        var digests = CBORMap()
        for (item, encoded) in zip(items, embedded(items)) {
            digests[item.map?["digestID"] ?? .null] = .bytes(Array(SHA256.hash(data: encoded.encode())))
        }
        var map = CBORMap()
        map["version"] = .text("1.0")
        map["digestAlgorithm"] = .text("SHA-256")
        map["valueDigests"] = .texts([Sample.space.text: .map(digests)])
        map["deviceKeyInfo"] = .texts(["deviceKey": COSEKey(Sample.deviceKey.publicKey).item])
        map["docType"] = .text(Sample.docType.text)
        map["validityInfo"] = .texts([
            "signed": .tagged(0, .text("2027-01-15T07:58:20Z")), "validFrom": .tagged(0, .text("2027-01-15T07:58:20Z")),
            "validUntil": .tagged(0, .text("2027-01-15T08:16:40Z")),
        ])
        changeObject(&map)
        return .map(map)
    }

    private static func sign(
        _ context: String, _ protected: [UInt8], _ payload: [UInt8], with key: P256.Signing.PrivateKey
    ) throws -> [UInt8] {
        try key.sign(CBORItem.array([.text(context), .bytes(protected), .bytes([]), .bytes(payload)]).encode())
    }

    func issuerSigned() throws -> CBORItem {
        let payload = payload(encodeObject(object()))
        var header = CBORMap()
        header[33] = .bytes(try TestAuthority.der(Sample.authority.get().signer))
        var parts: [CBORItem] = [
            .bytes(protected), .map(header), .bytes(payload), .bytes(try Self.sign(context, protected, payload, with: key)),
        ]
        changeSignature(&parts)
        var map = CBORMap()
        map["nameSpaces"] = .texts([Sample.space.text: .array(embedded(shown ?? items))])
        map["issuerAuth"] = .array(parts)
        changeIssuerSigned(&map)
        return .map(map)
    }

    func issued() throws -> [UInt8] { try issuerSigned().encode() }

    func response() throws -> [UInt8] {
        let content: CBORItem = .array([
            .text("DeviceAuthentication"), transcript.item, .text(signedType), .tagged(24, .bytes(deviceSpaces)),
        ])
        let signature = try Self.sign(deviceContext, deviceProtected, devicePayload(content.encode()), with: deviceKey)
        var parts: [CBORItem] = [.bytes(deviceProtected), .map(CBORMap()), .null, .bytes(signature)]
        changeDeviceSignature(&parts)
        var device = CBORMap()
        device["nameSpaces"] = .tagged(24, .bytes(deviceSpaces))
        device["deviceAuth"] = .texts(["deviceSignature": .array(parts)])
        changeDevice(&device)
        var document = CBORMap()
        document["docType"] = .text(Sample.docType.text)
        document["issuerSigned"] = try issuerSigned()
        document["deviceSigned"] = .map(device)
        changeDocument(&document)
        var response = CBORMap()
        response["version"] = .text("1.0")
        response["documents"] = .array([.map(document)])
        response["status"] = .unsigned(0)
        changeResponse(&response)
        return CBORItem.map(response).encode()
    }
}

/// A document with one error, and the expected reason for refusal.
struct ForgeryCase: Sendable {
    let name: String
    let reason: MDocRejection.Reason
    let change: @Sendable (inout Forgery) -> Void

    init(_ reason: MDocRejection.Reason, _ name: String, _ change: @escaping @Sendable (inout Forgery) -> Void) {
        self.name = name
        self.reason = reason
        self.change = change
    }

    var forgery: Forgery {
        var forgery = Forgery()
        change(&forgery)
        return forgery
    }
}
