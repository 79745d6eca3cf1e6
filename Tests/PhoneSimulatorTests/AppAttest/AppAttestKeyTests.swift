// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import DeviceAttestation
import Foundation
import PhoneSimulator
import Testing
import X509

@Suite struct `The simulated phone's App Attest key` {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let appID = AppID(teamID: "ABCDE12345", bundleID: "nl.example.wallet")
    let clientDataHash = Array(SHA256.hash(data: Array("challenge".utf8)))
    let authority: DevelopmentAppleCA
    let key: AppAttestKey

    init() throws {
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentAppleCA(now: now, using: &generator)
        key = AppAttestKey(privateKey: P256.Signing.PrivateKey(), appID: appID, environment: .development)
    }

    private func attestation(by other: DevelopmentAppleCA? = nil, of otherKey: AppAttestKey? = nil) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return try (otherKey ?? key).attestation(clientDataHash: clientDataHash, by: other ?? authority, now: now, using: &generator)
    }

    private func verifier(_ roots: [Certificate]? = nil, environment: AppAttestEnvironment = .development) -> AppAttestVerifier {
        AppAttestVerifier(roots: roots ?? [authority.root], appID: appID, environment: environment)
    }

    private func rejection(
        of object: [UInt8], by verifier: AppAttestVerifier, at time: Date? = nil
    ) async throws -> AttestationRejection.Reason {
        try await #require(throws: AttestationRejection.self) {
            try await verifier.verify(attestation: object, clientDataHash: clientDataHash, at: time ?? now)
        }.reason
    }

    @Test(arguments: AppAttestEnvironment.allCases)
    func `a key's attestations verify only in their environment, and its assertions verify afterwards`(environment: AppAttestEnvironment)
        async throws
    {
        let key = AppAttestKey(privateKey: P256.Signing.PrivateKey(), appID: appID, environment: environment)
        let object = try attestation(of: key)
        let verifier = verifier(environment: environment)
        let attested = try await verifier.verify(attestation: object, clientDataHash: clientDataHash, at: now)
        #expect(attested.keyID == key.keyID)
        #expect(attested.publicKey.rawRepresentation == key.publicKey.rawRepresentation)

        var counter = attested.counter
        for message in ["", "first", "second"] {
            let clientData = Array(message.utf8)
            let assertion = try key.assertion(clientData: clientData, counter: counter + 1)
            let next = try verifier.verify(
                assertion: assertion, clientData: clientData, publicKey: attested.publicKey, previousCounter: counter)
            #expect(next == counter + 1)
            counter = next
            #expect(throws: AttestationRejection(.counter)) {
                try verifier.verify(assertion: assertion, clientData: clientData, publicKey: attested.publicKey, previousCounter: counter)
            }
        }
        let other: AppAttestEnvironment = environment == .production ? .development : .production
        #expect(try await rejection(of: object, by: self.verifier(environment: other)) == .environment)
    }

    @Test func `an attestation of a development key is refused by a verifier with Apple's root or any other root`() async throws {
        for environment in AppAttestEnvironment.allCases {
            let apple = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: appID, environment: environment)
            #expect(try await rejection(of: attestation(), by: apple) == .certificateChain)
        }
        #expect(try await rejection(of: attestation(), by: verifier([])) == .certificateChain)
        var generator = SystemRandomNumberGenerator()
        let twin = try DevelopmentAppleCA(now: now, using: &generator)
        #expect(try await rejection(of: attestation(), by: verifier([twin.root])) == .certificateChain)
        #expect(try await rejection(of: attestation(by: twin), by: verifier()) == .certificateChain)
    }

    @Test(arguments: [(-86_401.0, false), (-86_400, true), (0, true), (172_800, true), (172_801, false), (864_000, false)])
    func `an attestation of a development key is valid for three days`(offset: Double, isValid: Bool) async throws {
        let time = now.addingTimeInterval(offset)
        if isValid {
            _ = try await verifier().verify(attestation: attestation(), clientDataHash: clientDataHash, at: time)
        } else {
            #expect(try await rejection(of: attestation(), by: verifier(), at: time) == .certificateChain)
        }
    }

    @Test func `an attestation of a development key is refused for a wrong app or challenge`() async throws {
        let other = AppAttestKey(
            privateKey: P256.Signing.PrivateKey(), appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.other"),
            environment: .development)
        #expect(try await rejection(of: attestation(of: other), by: verifier()) == .appID)
        await #expect(throws: AttestationRejection(.nonce)) {
            try await verifier().verify(attestation: attestation(), clientDataHash: [UInt8](repeating: 0, count: 32), at: now)
        }
    }

    @Test func `attestations and assertions of a development key have the form of Apple's objects`() throws {
        let object = try AppAttestAttestation(decoding: attestation())
        #expect(object.certificates.count == 2)
        let data = try AuthenticatorData(attestation: object.authenticatorData)
        #expect(data.flags == .attestedCredential)
        #expect(data.counter == 0)
        #expect(try AppAttestAssertion(decoding: key.assertion(clientData: [1], counter: 1)).authenticatorData.count == 37)
    }
}
