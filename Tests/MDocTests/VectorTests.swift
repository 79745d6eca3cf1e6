// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import SwiftASN1
import Testing
import X509

/// Documents made by other implementations.
struct VectorTests {
    static func annexD(_ roots: [Certificate]? = nil) throws -> MDocVerifier {
        let roots = try roots ?? [Certificate(derEncoded: AnnexD.root)]
        return MDocVerifier(trust: .certificates(roots: roots, profile: .iso18013), docTypes: [AnnexD.docType])
    }

    @Test func `annex D: the issuer's part verifies up to the root, with every digest`() async throws {
        let response = try DeviceResponse(decoding: AnnexD.response)
        let document = try #require(response.documents.first)
        let verified = try await Self.annexD().verify(issued: document.issuerSigned.encode(), at: AnnexD.time)
        #expect(verified.elements.count == 6 && verified.undisclosedCount == 11)
        #expect(verified[AnnexD.space, "family_name"] == .text("Doe"))
        #expect(verified[AnnexD.space, "issue_date"] == .tagged(1004, .text("2019-10-20")))
        #expect(verified[AnnexD.space, "document_number"] == .text("123456789"))
        #expect(verified[AnnexD.space, "portrait"]?.bytes?.count == 1042)
        #expect(verified[AnnexD.space, "given_name"] == nil)
        let object = verified.mobileSecurityObject
        #expect(object.docType == AnnexD.docType && object.digestAlgorithm == .sha256 && object.status == nil)
        #expect(object.validity.signed.item == .tagged(0, .text("2020-10-01T13:30:02Z")))
        #expect(object.validity.validUntil.seconds == 1_633_095_002)
        let key = try P256.Signing.PrivateKey(rawRepresentation: AnnexD.deviceKey)
        #expect(object.deviceKey == COSEKey(key.publicKey))
        #expect(object.digests[AnnexD.space]?.count == 13)
        #expect(object.digests["org.iso.18013.5.1.US"]?.count == 4)
    }

    @Test func `annex D: the response encodes to the same bytes`() throws {
        #expect(try DeviceResponse(decoding: AnnexD.response).encode() == AnnexD.response)
    }

    @Test func `annex D: flipped bits of the issuer's part are refused`() async throws {
        let verifier = try Self.annexD()
        let issued = try #require(DeviceResponse(decoding: AnnexD.response).documents.first).issuerSigned.encode()
        for index in stride(from: 0, to: issued.count, by: 29) {
            var flipped = issued
            flipped[index] ^= 1 << UInt8(index % 8)
            let isAccepted = (try? await verifier.verify(issued: flipped, at: AnnexD.time)) != nil
            #expect(!isAccepted, "byte \(index)")
        }
    }

    @Test func `annex D: DeviceAuthenticationBytes equal the standard's, and its MAC covers them`() throws {
        let outer = try CBORItem(decoding: AnnexD.deviceAuthentication, strictness: .deterministic)
        guard case .tagged(24, .bytes(let inner)) = outer, let parts = try CBORItem(decoding: inner).array else {
            Issue.record("not tag 24")
            return
        }
        let transcript = SessionTranscript(parts[1])
        let made = transcript.deviceAuthentication(of: AnnexD.docType, deviceNameSpaces: [0xa0])
        #expect(made == AnnexD.deviceAuthentication)

        // §9.1.3.5: the key is derived from both keys and the transcript, the MAC is a COSE_Mac0 with HMAC 256/256.
        let reader = try P256.KeyAgreement.PrivateKey(rawRepresentation: AnnexD.readerKey)
        let device = try P256.KeyAgreement.PrivateKey(rawRepresentation: AnnexD.deviceKey)
        let salt = Array(SHA256.hash(data: CBORItem.tagged(24, .bytes(transcript.item.encode())).encode()))
        let key = try device.sharedSecretFromKeyAgreement(with: reader.publicKey)
            .hkdfDerivedSymmetricKey(using: SHA256.self, salt: salt, sharedInfo: Array("EMacKey".utf8), outputByteCount: 32)
        let input = CBORItem.array([.text("MAC0"), .bytes(hex("a10105")), .bytes([]), .bytes(made)]).encode()
        let document = try #require(DeviceResponse(decoding: AnnexD.response).documents.first)
        guard case .mac(let mac) = document.deviceSigned.authentication else {
            Issue.record("no MAC")
            return
        }
        #expect(mac.array?.last == .bytes(Array(HMAC<SHA256>.authenticationCode(for: input, using: key))))
    }

    @Test func `annex D: the whole response is refused because it has a MAC`() async throws {
        await expectRejection(.deviceMAC) {
            _ = try await Self.annexD().verify(response: AnnexD.response, for: Sample.transcript, at: AnnexD.time)
        }
    }

    @Test func `annex D at a different time, under a different root or with a different type is refused`() async throws {
        let issued = try #require(DeviceResponse(decoding: AnnexD.response).documents.first).issuerSigned.encode()
        let day: TimeInterval = 86_400
        for time in [AnnexD.time.addingTimeInterval(-40 * day), AnnexD.time.addingTimeInterval(400 * day)] {
            await expectRejection(.certificateChain) { _ = try await Self.annexD().verify(issued: issued, at: time) }
        }
        // The certificate is valid for a year from midnight; the document is signed at half past one and valid until the same time of day.
        let morning = Date(timeIntervalSince1970: 1_601_550_000)
        await expectRejection(.notYetValid) { _ = try await Self.annexD().verify(issued: issued, at: morning) }
        let root = try Sample.authority.get().root
        await expectRejection(.certificateChain) { _ = try await Self.annexD([root]).verify(issued: issued, at: AnnexD.time) }
        let other = MDocVerifier(trust: try Self.annexD().trust, docTypes: [Sample.docType])
        await expectRejection(.docType) { _ = try await other.verify(issued: issued, at: AnnexD.time) }
    }

    static func python() throws -> MDocVerifier {
        let root = try Certificate(derEncoded: PythonSample.root)
        return MDocVerifier(trust: .certificates(roots: [root], profile: .iso18013), docTypes: [PythonSample.docType])
    }

    @Test func `a document issued by pymdoccbor verifies`() async throws {
        let verified = try await Self.python().verify(issued: PythonSample.issued, at: PythonSample.time)
        let space: NameSpace = "org.example.document.1"
        #expect(verified.elements.count == 7 && verified.undisclosedCount == 0)
        #expect(verified[space, "given_name"] == .text("Zoë"))
        #expect(verified[space, "height"] == .unsigned(181))
        #expect(verified[space, "birth_date"] == .tagged(1004, .text("1990-01-02")))
        #expect(verified[space, "portrait"] == .bytes(Array(0..<40)))
        #expect(verified["org.example.document.1.NL", "bsn"] == .text("999991772"))
    }

    @Test func `a device signature by pycose verifies only for its transcript`() async throws {
        let verified = try await Self.python().verify(
            response: PythonSample.response, for: PythonSample.transcript, at: PythonSample.time)
        #expect(verified.count == 1)
        #expect(verified.first?.elements.count == 2 && verified.first?.undisclosedCount == 5)
        await expectRejection(.deviceSignature) {
            _ = try await Self.python().verify(response: PythonSample.response, for: Sample.transcript, at: PythonSample.time)
        }
    }
}
