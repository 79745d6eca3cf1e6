// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import Testing

/// Presentations whose signature is made elsewhere and added later.
struct TwoPhaseTests {
    private static let authorizations = KeyAuthorizations(nameSpaces: ["org.example.device"])
    private static let battery = MDocElement("org.example.device", "battery", .unsigned(80))
    private static let otherTranscript = SessionTranscript(.array([.null, .null, .array([.text("handover"), .bytes([1, 2, 4])])]))

    private static func verify(
        _ documents: [PresentedDocument], for transcript: SessionTranscript = Sample.transcript
    ) async throws -> [VerifiedMDoc] {
        let response = DeviceResponse(documents: documents).encode()
        return try await Sample.verifier().verify(response: response, for: transcript, at: Sample.time)
    }

    @Test func `the bytes to sign are the Sig_structure over transcript, document type and device elements`() async throws {
        let issued = try await Sample.issued(authorizations: Self.authorizations)
        let cases: [([MDocElement], CBORItem)] = [
            ([], .texts([:])), ([Self.battery], .texts(["org.example.device": .texts(["battery": .unsigned(80)])])),
        ]
        for (elements, spaces) in cases {
            let unsigned = try issued.presentation(
                disclosing: RoundTripTests.selected, for: Sample.transcript, deviceElements: elements)
            let authentication = CBORItem.array([
                .text("DeviceAuthentication"), Sample.transcript.item, .text(Sample.docType.text), .tagged(24, .bytes(spaces.encode())),
            ])
            let payload = CBORItem.tagged(24, .bytes(authentication.encode())).encode()
            let expected = CBORItem.array([.text("Signature1"), .bytes(hex("a10126")), .bytes([]), .bytes(payload)])
            #expect(unsigned.toBeSigned == expected.encode())
        }
    }

    @Test func `a signature that is added later makes the same document as signing in one call`() async throws {
        let issued = try await Sample.issued(authorizations: Self.authorizations)
        let unsigned = try issued.presentation(
            disclosing: RoundTripTests.selected, for: Sample.transcript, deviceElements: [Self.battery])
        let signature = try Sample.deviceKey.sign(unsigned.toBeSigned)
        let inOneCall = try await issued.presented(
            disclosing: RoundTripTests.selected, for: Sample.transcript, deviceElements: [Self.battery]
        ) { input in
            #expect(input == unsigned.toBeSigned)
            return signature
        }
        let document = try unsigned.signed(with: signature)
        #expect(document == inOneCall)
        let verified = try #require(try await Self.verify([document]).first)
        #expect(verified.elements.map(\.identifier) == ["given_name", "issuing_country", "places"])
        #expect(verified.deviceElements == [Self.battery] && verified.undisclosedCount == 5)
    }

    @Test func `the selection decides what is disclosed, and is not in the bytes to sign`() async throws {
        let issued = try await Sample.issued()
        let selection = try issued.presentation(disclosing: RoundTripTests.selected, for: Sample.transcript)
        let nothing = try issued.presentation(disclosing: [:], for: Sample.transcript)
        #expect(selection != nothing && selection.toBeSigned == nothing.toBeSigned)
        let signature = try Sample.deviceKey.sign(nothing.toBeSigned)
        let verified = try await Self.verify([nothing.signed(with: signature), selection.signed(with: signature)])
        #expect(verified.map(\.elements.count) == [0, 3])
    }

    @Test func `a signature is for one session and its device elements only`() async throws {
        let issued = try await Sample.issued(authorizations: Self.authorizations)
        let unsigned = try issued.presentation(disclosing: [:], for: Sample.transcript)
        let signature = try Sample.deviceKey.sign(unsigned.toBeSigned)
        let others: [(UnsignedPresentation, SessionTranscript)] = [
            (try issued.presentation(disclosing: [:], for: Self.otherTranscript), Self.otherTranscript),
            (try issued.presentation(disclosing: [:], for: Sample.transcript, deviceElements: [Self.battery]), Sample.transcript),
        ]
        for (number, (other, transcript)) in others.enumerated() {
            #expect(other != unsigned && other.toBeSigned != unsigned.toBeSigned, "\(number)")
            let moved = try other.signed(with: signature)
            await expectRejection(.deviceSignature, "\(number)") { _ = try await Self.verify([moved], for: transcript) }
        }
        let document = try unsigned.signed(with: signature)
        #expect(try await Self.verify([document]).count == 1)
        await expectRejection(.deviceSignature) { _ = try await Self.verify([document], for: Self.otherTranscript) }
    }

    @Test func `signatures of a batch verify in their order only`() async throws {
        let issued = try await Sample.issued()
        let transcripts = [Sample.transcript, Self.otherTranscript]
        let batch = try transcripts.map { try issued.presentation(disclosing: [:], for: $0) }
        let signatures = try batch.map { try Sample.deviceKey.sign($0.toBeSigned) }
        for (place, unsigned) in batch.enumerated() {
            for (other, signature) in signatures.enumerated() {
                let document = try unsigned.signed(with: signature)
                let isAccepted = (try? await Self.verify([document], for: transcripts[place])) != nil
                #expect(isAccepted == (place == other), "\(place), \(other)")
            }
        }
    }

    @Test func `a signature by a key that is not the device's is refused`() async throws {
        let unsigned = try await Sample.issued().presentation(disclosing: [:], for: Sample.transcript)
        let document = try unsigned.signed(with: TestAuthority.signerKey.sign(unsigned.toBeSigned))
        await expectRejection(.deviceSignature) { _ = try await Self.verify([document]) }
    }

    @Test func `a signature that is not 64 bytes makes no document, also in DER`() async throws {
        let unsigned = try await Sample.issued().presentation(disclosing: [:], for: Sample.transcript)
        let der = Array(try Sample.deviceKey.signature(for: unsigned.toBeSigned).derRepresentation)
        for signature in [[], [UInt8](repeating: 1, count: 63), [UInt8](repeating: 1, count: 65), der] {
            let error = #expect(throws: COSEError.self, "\(signature.count)") { try unsigned.signed(with: signature) }
            #expect(error?.code == .signatureLength)
        }
    }

    @Test func `a presentation that cannot be made is refused before anything is signed`() async throws {
        let issued = try await Sample.issued()
        #expect(throws: MDocMistake.noSuchElement) {
            try issued.presentation(disclosing: [Sample.space: ["bsn"]], for: Sample.transcript)
        }
        #expect(throws: MDocMistake.elementDoubled) {
            try issued.presentation(disclosing: [:], for: Sample.transcript, deviceElements: [Self.battery, Self.battery])
        }
        var forgery = Forgery()
        forgery.changeObject = { $0["version"] = .text("2.0") }
        let unreadable = try IssuerSigned(decoding: forgery.issued())
        await expectRejection(.version) { _ = try unreadable.presentation(disclosing: [:], for: Sample.transcript) }
    }
}
