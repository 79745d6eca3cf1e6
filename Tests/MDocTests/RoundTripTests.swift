// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import Testing

/// Documents made by this module are accepted by it and contain their original data.
struct RoundTripTests {
    static let selected: [NameSpace: Set<ElementIdentifier>] = [Sample.space: ["given_name", "issuing_country"], Sample.other: ["places"]]

    @Test func `an issued document has all elements in order, with every digest algorithm`() async throws {
        for algorithm in DigestAlgorithm.allCases {
            let status = CBORItem.texts(["status_list": .texts(["idx": .unsigned(7), "uri": .text("https://status.example/1")])])
            let issued = try await Sample.issued(algorithm: algorithm, status: status)
            let bytes = issued.encode()
            #expect(try IssuerSigned(decoding: bytes) == issued)
            #expect(try IssuerSigned(decoding: bytes).encode() == bytes)
            let verified = try await Sample.verifier().verify(issued: bytes, at: Sample.time)
            #expect(verified.elements == Sample.elements)
            #expect(verified.undisclosedCount == 0 && verified.deviceElements.isEmpty)
            #expect(verified.issuer == .certificate(try Sample.authority.get().signer))
            #expect(verified.mobileSecurityObject.deviceKey == COSEKey(Sample.deviceKey.publicKey))
            #expect(verified.mobileSecurityObject.validity == (try Sample.validity()))
            #expect(verified.mobileSecurityObject.status == status)
            #expect(verified.mobileSecurityObject.digestAlgorithm == algorithm)
        }
    }

    @Test func `a presentation contains the selected elements and the device's own elements`() async throws {
        let authorizations = KeyAuthorizations(nameSpaces: ["org.example.device"], elements: [Sample.space: ["purpose"]])
        let issued = try await Sample.issued(authorizations: authorizations)
        let added = [
            MDocElement("org.example.device", "battery", .unsigned(80)), MDocElement(Sample.space, "purpose", .text("age")),
        ]
        for deviceElements in [[], added] {
            let document = try await issued.presented(
                disclosing: Self.selected, for: Sample.transcript, deviceElements: deviceElements
            ) { try Sample.deviceKey.sign($0) }
            let bytes = DeviceResponse(documents: [document, document]).encode()
            #expect(try DeviceResponse(decoding: bytes).encode() == bytes)
            let verified = try await Sample.verifier().verify(response: bytes, for: Sample.transcript, at: Sample.time)
            #expect(verified.count == 2)
            #expect(verified.first?.elements.map(\.identifier) == ["given_name", "issuing_country", "places"])
            #expect(Set(verified.first?.deviceElements ?? []) == Set(deviceElements))
            #expect(verified.first?.undisclosedCount == 5)
        }
    }

    @Test func `a presentation without any element is accepted`() async throws {
        let document = try await Sample.issued().presented(disclosing: [:], for: Sample.transcript) { try Sample.deviceKey.sign($0) }
        let bytes = DeviceResponse(documents: [document]).encode()
        let verified = try await Sample.verifier().verify(response: bytes, for: Sample.transcript, at: Sample.time)
        #expect(verified.first?.elements == [] && verified.first?.undisclosedCount == 8)
    }

    @Test func `salts are unique, and digest ids do not reveal the order of elements`() throws {
        var orders: Set<[UInt64]> = []
        for _ in 0..<20 {
            let unsigned = try UnsignedMDoc(
                docType: Sample.docType, elements: Sample.elements, deviceKey: COSEKey(Sample.deviceKey.publicKey),
                validity: Sample.validity()
            ) { count in (0..<count).map { _ in UInt8.random(in: 0...255) } }
            let items = unsigned.nameSpaces.flatMap(\.items)
            #expect(Set(items.map(\.random)).count == items.count && items.allSatisfy { $0.random.count == 32 })
            let ids = try #require(unsigned.nameSpaces.first).items.map(\.digestID)
            #expect(ids.sorted() == Array(0..<6))
            orders.insert(ids)
        }
        #expect(orders.count > 5)
    }

    @Test func `an invalid document is not created`() throws {
        let element = MDocElement(Sample.space, "a", .null)
        func make(_ elements: [MDocElement], docType: DocType = Sample.docType, random: (Int) -> [UInt8] = countingBytes()) throws {
            _ = try UnsignedMDoc(
                docType: docType, elements: elements, deviceKey: COSEKey(Sample.deviceKey.publicKey), validity: Sample.validity(),
                random: random)
        }
        try make([element])
        #expect(throws: MDocMistake.noElement) { try make([]) }
        #expect(throws: MDocMistake.noElement) { try make([element], docType: "") }
        #expect(throws: MDocMistake.noElement) { try make([MDocElement("", "a", .null)]) }
        #expect(throws: MDocMistake.noElement) { try make([element, MDocElement(Sample.space, "", .null)]) }
        #expect(throws: MDocMistake.elementDoubled) { try make([element, MDocElement(Sample.other, "a", .null), element]) }
        #expect(throws: MDocMistake.random) { try make([element]) { _ in [] } }
        #expect(throws: MDocMistake.random) { try make([element]) { [UInt8](repeating: 0, count: min($0, 16)) } }
        #expect(throws: MDocMistake.tooLarge) { try make((0..<513).map { MDocElement(Sample.space, ElementIdentifier("\($0)"), .null) }) }
        for (from, until) in [(-101, 1000), (10, 10), (10, 9), (0, 1e18), (0, .infinity), (0, .nan)] as [(TimeInterval, TimeInterval)] {
            #expect(throws: MDocMistake.validity) { _ = try Sample.validity(from, until) }
        }
    }

    @Test func `a document cannot be signed without certificates or by a broken key`() async throws {
        struct Broken: Error {}
        let unsigned = try UnsignedMDoc(
            docType: Sample.docType, elements: Sample.elements, deviceKey: COSEKey(Sample.deviceKey.publicKey),
            validity: Sample.validity(), random: countingBytes())
        for certificates in [[], [[UInt8]](repeating: [1], count: 11)] {
            await #expect(throws: MDocMistake.certificates) { _ = try await unsigned.signed(certificates: certificates) { $0 } }
        }
        await #expect(throws: Broken.self) { _ = try await unsigned.signed(certificates: [[1]]) { _ in throw Broken() } }
        await #expect(throws: COSEError.self) { _ = try await unsigned.signed(certificates: [[1]]) { _ in [1, 2, 3] } }
    }

    @Test func `missing elements cannot be disclosed, and device elements are unique`() async throws {
        let issued = try await Sample.issued()
        for selected in [[Sample.space: ["bsn"]], [Sample.other: ["given_name"]], ["org.example": ["given_name"]]]
            as [[NameSpace: Set<ElementIdentifier>]]
        {
            #expect(throws: MDocMistake.noSuchElement) { _ = try issued.disclosing(selected) }
        }
        let once = try issued.disclosing(Self.selected)
        #expect(throws: MDocMistake.noSuchElement) { _ = try once.disclosing([Sample.space: ["family_name"]]) }
        let element = MDocElement(Sample.space, "a", .null)
        await #expect(throws: MDocMistake.elementDoubled) {
            _ = try await issued.presented(
                disclosing: [:], for: Sample.transcript, deviceElements: [element, MDocElement(Sample.space, "a", .bool(true))]
            ) { try Sample.deviceKey.sign($0) }
        }
    }

    @Test func `element names are compared by their bytes`() async throws {
        #expect(ElementIdentifier("caf\u{e9}") != ElementIdentifier("cafe\u{301}"))
        #expect(Set<DocType>(["\u{212a}", "K"]).count == 2)
        let twins = [MDocElement(Sample.space, "caf\u{e9}", .unsigned(1)), MDocElement(Sample.space, "cafe\u{301}", .unsigned(2))]
        let verified = try await Sample.verifier().verify(issued: Sample.issued(twins).encode(), at: Sample.time)
        #expect(verified[Sample.space, "cafe\u{301}"] == .unsigned(2))
    }
}
