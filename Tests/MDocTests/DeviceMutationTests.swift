// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import MDoc
import Testing

/// F-J7: a presentation with one error is refused with the right reason.
struct DeviceMutationTests {
    static let cases: [ForgeryCase] = [
        ForgeryCase(.deviceSignature, "another device") { $0.deviceKey = P256.Signing.PrivateKey() },
        ForgeryCase(.deviceSignature, "the issuer's key") { $0.deviceKey = TestAuthority.signerKey },
        ForgeryCase(.deviceSignature, "another transcript") { $0.transcript = SessionTranscript(.array([.null, .null, .null])) },
        ForgeryCase(.deviceSignature, "another document type signed") { $0.signedType = "org.example.document.2" },
        ForgeryCase(.deviceSignature, "another context") { $0.deviceContext = "MAC0" },
        ForgeryCase(.deviceSignature, "DeviceAuthentication without tag") { $0.devicePayload = { $0 } },
        ForgeryCase(.deviceSignature, "other data than signed") { $0.changeDevice = { $0["nameSpaces"] = .tagged(24, .bytes(element)) } },
        ForgeryCase(.deviceElement, "data that it may not sign") { $0.deviceSpaces = element },
        ForgeryCase(.docType, "another document type") { $0.changeDocument = { $0["docType"] = .text("org.example.document.2") } },
        ForgeryCase(.malformed, "no document type") { $0.changeDocument = { $0["docType"] = nil } },
        ForgeryCase(.malformed, "no issuer's part") { $0.changeDocument = { $0["issuerSigned"] = nil } },
        ForgeryCase(.malformed, "an unknown entry in the document") { $0.changeDocument = { $0["extra"] = .null } },
        ForgeryCase(.malformed, "errors that are none") { $0.changeDocument = { $0["errors"] = .texts(["a": .texts(["b": .null])]) } },
        ForgeryCase(.deviceAuthMissing, "no device's part") { $0.changeDocument = { $0["deviceSigned"] = nil } },
        ForgeryCase(.malformed, "null for the device's part") { $0.changeDocument = { $0["deviceSigned"] = .null } },
        ForgeryCase(.deviceAuthMissing, "no proof") { $0.changeDevice = { $0["deviceAuth"] = nil } },
        ForgeryCase(.deviceAuthMissing, "an empty proof") { $0.changeDevice = { $0["deviceAuth"] = .map(CBORMap()) } },
        ForgeryCase(.deviceAuthMissing, "null for the proof") { $0.changeDevice = { $0["deviceAuth"] = .null } },
        ForgeryCase(.deviceAuthMissing, "an unknown proof") { $0.changeDevice = { $0["deviceAuth"] = .texts(["deviceProof": .null]) } },
        ForgeryCase(.deviceAuthMalformed, "null for the signature") {
            $0.changeDevice = { $0["deviceAuth"] = .texts(["deviceSignature": .null]) }
        },
        ForgeryCase(.deviceAuthMalformed, "signature and MAC") {
            $0.changeDevice = { $0["deviceAuth"] = Forgery.changed($0["deviceAuth"]) { $0["deviceMac"] = .null } }
        },
        ForgeryCase(.deviceMAC, "a MAC") { $0.changeDevice = { $0["deviceAuth"] = .texts(["deviceMac": .array([])]) } },
        ForgeryCase(.malformed, "no name spaces") { $0.changeDevice = { $0["nameSpaces"] = nil } },
        ForgeryCase(.malformed, "name spaces not embedded") { $0.changeDevice = { $0["nameSpaces"] = .map(CBORMap()) } },
        ForgeryCase(.malformed, "an empty name space") { $0.deviceSpaces = CBORItem.texts(["a": .map(CBORMap())]).encode() },
        ForgeryCase(.malformed, "name spaces in an array") { $0.deviceSpaces = [0x80] },
        ForgeryCase(.malformed, "an unknown entry in the device's part") { $0.changeDevice = { $0["extra"] = .null } },
        ForgeryCase(.deviceAuthMalformed, "the payload attached") {
            $0.changeDeviceSignature = { $0[2] = .bytes(CBORItem.tagged(24, .bytes([])).encode()) }
        },
        ForgeryCase(.deviceAuthMalformed, "alg unprotected") {
            $0.deviceProtected = []
            $0.changeDeviceSignature = { $0[1] = Forgery.changed($0[1]) { $0[1] = CBORItem(-7) } }
        },
        ForgeryCase(.deviceAuthMalformed, "HMAC") { $0.deviceProtected = hex("a10105") },
        ForgeryCase(.deviceAuthMalformed, "critical") { $0.deviceProtected = hex("a20126028118c8") },
        ForgeryCase(.deviceSignature, "zeros") { $0.changeDeviceSignature = { $0[3] = .bytes([UInt8](repeating: 0, count: 64)) } },
        ForgeryCase(.version, "another version") { $0.changeResponse = { $0["version"] = .text("1.1") } },
        ForgeryCase(.malformed, "no version") { $0.changeResponse = { $0["version"] = nil } },
        ForgeryCase(.status, "an error's status") { $0.changeResponse = { $0["status"] = .unsigned(10) } },
        ForgeryCase(.malformed, "no status") { $0.changeResponse = { $0["status"] = nil } },
        ForgeryCase(.malformed, "a status that is none") { $0.changeResponse = { $0["status"] = .null } },
        ForgeryCase(.noDocument, "no documents") { $0.changeResponse = { $0["documents"] = nil } },
        ForgeryCase(.malformed, "an empty list of documents") { $0.changeResponse = { $0["documents"] = .array([]) } },
        ForgeryCase(.malformed, "an unknown entry in the response") { $0.changeResponse = { $0["extra"] = .null } },
        ForgeryCase(.malformed, "document errors that are none") { $0.changeResponse = { $0["documentErrors"] = .array([.null]) } },
    ]

    private static let element = CBORItem.texts(["org.example": .texts(["a": .unsigned(1)])]).encode()

    @Test func `a presentation with any single error is refused`() async {
        for testCase in Self.cases {
            await expectRejection(testCase.reason, "\(testCase.name)") {
                _ = try await IssuerMutationTests.verifyPresented(testCase.forgery)
            }
        }
    }

    @Test func `one invalid document causes refusal of the whole response`() async throws {
        var forgery = Forgery()
        forgery.changeResponse = { response in
            let good = response["documents"]?.array?.first ?? .null
            let bad = Forgery.changed(good) { $0["docType"] = .text("x") }
            response["documents"] = .array([good, bad])
        }
        await expectRejection(.docType) { _ = try await IssuerMutationTests.verifyPresented(forgery) }
    }

    @Test func `a response's errors for missing requested elements are read`() throws {
        var forgery = Forgery()
        forgery.changeDocument = { $0["errors"] = .texts(["a": .texts(["b": .unsigned(0)])]) }
        forgery.changeResponse = { $0["documentErrors"] = .array([.texts(["x": CBORItem(-1)])]) }
        let response = try DeviceResponse(decoding: forgery.response())
        #expect(response.documents.first?.errors == ["a": ["b": 0]])
        #expect(response.documentErrors.map(\.docType) == ["x"] && response.documentErrors.map(\.code) == [-1])
        #expect(try DeviceResponse(decoding: response.encode()) == response)
    }
}
