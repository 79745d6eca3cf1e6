// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import SwiftASN1
import TestIssuer
import Testing
import X509

// snippet.verify
/// The driving licences in a response to this session, from issuers that lead to a trusted root.
func licences(
    in response: [UInt8], for transcript: SessionTranscript, roots: [Certificate], at time: Date
) async throws(MDocRejection) -> [VerifiedMDoc] {
    let verifier = MDocVerifier(trust: .certificates(roots: roots, profile: .iso18013), docTypes: ["org.iso.18013.5.1.mDL"])
    return try await verifier.verify(response: response, for: transcript, at: time)
}
// snippet.end

struct MDocUse {
    static let docType: DocType = "org.iso.18013.5.1.mDL"
    static let space: NameSpace = "org.iso.18013.5.1"

    @Test func `a driving licence is issued, presented and verified`() async throws {
        // Annex B.1.4: the extended key usage of a document signer.
        let issuer = try TestIssuer(usage: ExtendedKeyUsage.Usage(oid: [1, 0, 18013, 5, 1, 2]))
        let device = P256.Signing.PrivateKey()
        let unsigned = try UnsignedMDoc(
            docType: Self.docType,
            elements: [
                MDocElement(Self.space, "family_name", .text("van der Berg")), MDocElement(Self.space, "age_over_18", .bool(true)),
                MDocElement(Self.space, "issuing_country", .text("NL")),
            ],
            deviceKey: COSEKey(device.publicKey),
            validity: ValidityInfo(
                signed: TestIssuer.now, validFrom: TestIssuer.now, validUntil: TestIssuer.now.addingTimeInterval(3600)),
            random: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } })
        let issued = try await unsigned.signed(certificates: issuer.chain) { try issuer.sign($0) }

        let transcript = SessionTranscript(.array([.null, .null, .array([.text("example handover"), .bytes([1])])]))
        let document = try await IssuerSigned(decoding: issued.encode()).presented(
            disclosing: [Self.space: ["age_over_18"]], for: transcript
        ) { Array(try device.signature(for: $0).rawRepresentation) }
        let response = DeviceResponse(documents: [document]).encode()

        let licence = try #require(try await licences(in: response, for: transcript, roots: [issuer.root], at: TestIssuer.now).first)
        #expect(licence[Self.space, "age_over_18"] == .bool(true))
        #expect(licence.undisclosedCount == 2)
        #expect(licence.issuer == .certificate(issuer.certificate))

        let other = SessionTranscript(.array([.null, .null, .array([.text("another handover"), .bytes([2])])]))
        let rejection = await #expect(throws: MDocRejection.self) {
            try await licences(in: response, for: other, roots: [issuer.root], at: TestIssuer.now)
        }
        #expect(rejection?.reason == .deviceSignature)
    }
}
