// SPDX-License-Identifier: EUPL-1.2

import CheckAttestation
import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

struct CheckAttestationUse {
    /// A Pixel 9a of 2026 (Tests/Fixtures/AndroidKeyAttestation).
    static let chain = Result { try CertificatesPEM.decode(String(contentsOf: fixture("AndroidKeyAttestation/tegu.pem"), encoding: .utf8)) }
    static let androidTime = Date(timeIntervalSince1970: 1_771_894_563)
    /// Apple's sample of 2024-04-18 (Tests/Fixtures/AppleAppAttest); its hash is the bare challenge.
    static let appleTime = Date(timeIntervalSince1970: 1_713_441_600)
    static let appID = AppID(teamID: "0352187391", bundleID: "com.apple.example_app_attest")

    let check: PhoneCheck

    init() throws {
        let signer = "103938ee4537e59e8ee792f654504fb8346fc6b346d0bbc4415fc339fcfc8ec1"
        let policy = AndroidAttestationPolicy(
            packageNames: ["com.google.android.attestation"], signingCertificateDigests: [Self.bytes(signer)],
            minimumOSPatchLevel: try #require(PatchLevel(year: 2026, month: 2)))
        let root = try #require(try Self.chain.get().last)
        check = try PhoneCheck(appID: Self.appID, policy: policy, googleRoots: [Certificate(derEncoded: root)])
    }

    static func fixture(_ path: String) -> URL {
        URL(filePath: #filePath).appending(path: "../../../../../Tests/Fixtures/\(path)").standardizedFileURL
    }

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test func `a genuine iPhone's attestation yields its key; with a different challenge it is refused`() async throws {
        let text = try String(contentsOf: Self.fixture("AppleAppAttest/test_attestation_object.b64"), encoding: .utf8)
        let object = Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
        let key = try await check.key(iPhone: object, clientDataHash: Array("test_server_challenge".utf8), at: Self.appleTime)
        #expect(Array(SHA256.hash(data: key.x963Representation)).prefix(4) == [0x6d, 0x2a, 0xc4, 0x84])
        let rejection = await #expect(throws: AttestationRejection.self) {
            try await check.key(iPhone: object, clientDataHash: [UInt8](repeating: 0, count: 32), at: Self.appleTime)
        }
        #expect(rejection?.reason == .nonce)
    }

    @Test func `an iPhone's message is accepted once`() throws {
        let key = P256.Signing.PrivateKey()
        let data = AuthenticatorData(relyingPartyIDHash: Self.appID.relyingPartyIDHash, counter: 5).encode()
        let nonce = AppAttestNonce(authenticatorData: data, clientDataHash: Array(SHA256.hash(data: Array("pay 5".utf8))))
        let signature = Array(try key.signature(for: nonce.bytes).derRepresentation)
        let assertion = AppAttestAssertion(signature: signature, authenticatorData: data).encode()
        #expect(try check.counter(of: assertion, for: Array("pay 5".utf8), by: key.publicKey, last: 4) == 5)
        #expect(throws: AttestationRejection.self) {
            try check.counter(of: assertion, for: Array("pay 5".utf8), by: key.publicKey, last: 5)
        }
        #expect(throws: AttestationRejection.self) {
            try check.counter(of: assertion, for: Array("pay 6".utf8), by: key.publicKey, last: 4)
        }
    }

    @Test func `a genuine Android phone's attestation yields its key; without a recent revocation list it is refused`() throws {
        let json = Array(try Data(contentsOf: Self.fixture("AndroidKeyAttestation/status.json")))
        let list = try AndroidRevocationList(json: json, fetchedAt: Self.androidTime)
        let challenge = Array("6417f92c-daef-4cc1-8828-5bb39338ffd5".utf8)
        let chain = try Self.chain.get()
        let key = try check.key(android: chain, challenge: challenge, revoked: list, at: Self.androidTime)
        #expect(Certificate.PublicKey(key) == (try Certificate(derEncoded: chain[0])).publicKey)
        let rejection = #expect(throws: AttestationRejection.self) {
            try check.key(android: chain, challenge: challenge, revoked: list, at: Self.androidTime.addingTimeInterval(86_401))
        }
        #expect(rejection?.reason == .revocationUnknown)
        #expect(rejection.map(PhoneCheck.advice)?.hasPrefix("Fetch") == true)
    }
}
