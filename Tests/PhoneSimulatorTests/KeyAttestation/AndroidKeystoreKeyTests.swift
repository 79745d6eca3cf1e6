// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PhoneSimulator
import SwiftASN1
import Testing
import X509

@Suite struct `The simulated phone's Android Keystore` {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let challenge = Array(SHA256.hash(data: Array("challenge".utf8)))
    let app = AndroidApp(packageName: "nl.example.wallet", version: 12, signingCertificateDigest: [UInt8](repeating: 0xd1, count: 32))
    let authority: DevelopmentGoogleCA
    let month: PatchLevel

    init() throws {
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentGoogleCA(now: now, using: &generator)
        month = try #require(PatchLevel(year: 2027, month: 1))
    }

    private func key(
        app: AndroidApp? = nil, level: AndroidKeyDescription.SecurityLevel = .trustedEnvironment,
        _ change: (inout AndroidDevice) -> Void = { _ in }
    ) -> AndroidKeystoreKey {
        var device = AndroidDevice(securityLevel: level, osPatchLevel: month)
        change(&device)
        return AndroidKeystoreKey(privateKey: P256.Signing.PrivateKey(), app: app ?? self.app, device: device)
    }

    private func verify(
        _ chain: [[UInt8]], roots: [Certificate]? = nil, revoked: [String] = [], at time: Date? = nil,
        _ change: (inout AndroidAttestationPolicy) -> Void = { _ in }
    ) throws -> AttestedAndroidKey {
        var policy = AndroidAttestationPolicy(
            packageNames: [app.packageName], signingCertificateDigests: [app.signingCertificateDigest], minimumOSPatchLevel: month)
        change(&policy)
        let entries = revoked.map { #""\#($0)":{"status":"REVOKED"}"# }.joined(separator: ",")
        let list = try AndroidRevocationList(json: Array(#"{"entries":{\#(entries)}}"#.utf8), fetchedAt: time ?? now)
        return try AndroidKeyAttestationVerifier(roots: roots ?? [authority.root], policy: policy).verify(
            chain: chain, challenge: challenge, revocationList: list, at: time ?? now)
    }

    private func reason(
        _ key: AndroidKeystoreKey, revoked: [String] = [], at time: Date? = nil, by authority: DevelopmentGoogleCA? = nil
    ) throws -> AttestationRejection.Reason {
        let chain = try key.attestation(challenge: challenge, by: authority ?? self.authority, now: now)
        return try #require(throws: AttestationRejection.self) { try verify(chain, revoked: revoked, at: time) }.reason
    }

    @Test func `the key of an external port is certified from its public key alone`() throws {
        let development = try DevelopmentKeyAttestation(
            authority: authority.pemEncoded(), packageName: app.packageName, signingCertificateDigest: app.signingCertificateDigest,
            patchMonth: month.number)
        let key = P256.Signing.PrivateKey().publicKey
        let chain = try development.chain(ofKey: key.x963Representation, challengeHash: challenge, now: now)
        #expect(try verify(chain).publicKey.rawRepresentation == key.rawRepresentation)
        #expect(throws: DevelopmentAttestationFailure.unusableKey) {
            try development.chain(ofKey: [4, 0], challengeHash: challenge, now: now)
        }
        #expect(throws: DevelopmentAttestationFailure.unusableMonth) {
            try DevelopmentKeyAttestation(
                authority: authority.pemEncoded(), packageName: app.packageName, signingCertificateDigest: [], patchMonth: 202_513)
        }
        #expect(throws: DevelopmentAttestationFailure.unreadableAuthority) {
            try DevelopmentKeyAttestation(authority: "", packageName: app.packageName, signingCertificateDigest: [], patchMonth: 202_509)
        }
    }

    @Test(arguments: [AndroidKeyDescription.SecurityLevel.trustedEnvironment, .strongBox])
    func `a simulated key's chain passes every check, and its signatures verify`(level: AndroidKeyDescription.SecurityLevel) throws {
        let key = key(level: level)
        let chain = try key.attestation(challenge: challenge, by: authority, now: now)
        #expect(chain.count == 4)
        for sent in [chain, chain.dropLast()] {
            let attested = try verify(sent)
            #expect(attested.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
            #expect(attested.description == key.description(challenge: challenge, now: now))
            #expect(attested.description.keyMintSecurityLevel == level)
        }
        for message in ["", "first", "second"] {
            let signature = try key.signature(over: Array(message.utf8))
            try AndroidKeyAttestationVerifier.verify(signature: signature, over: Array(message.utf8), publicKey: key.publicKey)
            #expect(throws: AttestationRejection(.signature)) {
                try AndroidKeyAttestationVerifier.verify(signature: signature, over: Array("third".utf8), publicKey: key.publicKey)
            }
        }
    }

    @Test func `a simulated key's chain has the form of factory chains`() throws {
        for (level, title) in [(AndroidKeyDescription.SecurityLevel.trustedEnvironment, "TEE"), (.strongBox, "StrongBox")] {
            let chain = try key(level: level).attestation(challenge: challenge, by: authority, now: now).map {
                try Certificate(derEncoded: $0)
            }
            #expect(chain.map { $0.subject.description.contains("2.5.4.12=\(title)") } == [false, true, true, false])
            #expect(chain[0].subject.description == "CN=Android Keystore Key")
            #expect(chain[0].serialNumber == 1)
            #expect(chain[0].notValidBefore == Date(timeIntervalSince1970: 0))
            #expect(chain[3] == authority.root)
        }
        // In ten years such devices can offer nothing else.
        let late = now.addingTimeInterval(11 * 365 * 86_400)
        let chain = try key().attestation(challenge: challenge, by: authority, now: now)
        #expect(throws: AttestationRejection(.certificateChain)) { try verify(chain, at: late) { $0.certificateValidity = .issuers } }
        _ = try verify(chain, at: late)
    }

    @Test func `a simulated key is refused with the reason for its phone's defect`() throws {
        let unlocked = AndroidKeystoreKey(
            privateKey: P256.Signing.PrivateKey(), app: app, device: AndroidDevice(osPatchLevel: month).unlocked())
        #expect(try reason(unlocked) == .verifiedBoot)
        _ = try verify(try unlocked.attestation(challenge: challenge, by: authority, now: now)) { $0.requiresVerifiedBoot = false }
        #expect(try reason(key { $0.rootOfTrust.isDeviceLocked = false }) == .verifiedBoot)
        #expect(try reason(key { $0.rootOfTrust.verifiedBootState = .selfSigned }) == .verifiedBoot)
        #expect(try reason(key(level: .software)) == .securityLevel)
        #expect(try reason(key { $0.keyMintSecurityLevel = .software }) == .securityLevel)
        let old = try #require(PatchLevel(year: 2026, month: 12))
        #expect(try reason(key { $0.osPatchLevel = old }) == .patchLevel)
        var other = app
        other.packageName = "nl.example.other"
        #expect(try reason(key(app: other)) == .appID)
        other = app
        other.signingCertificateDigest[0] ^= 1
        #expect(try reason(key(app: other)) == .appID)
    }

    @Test func `a simulated key is refused for a different challenge`() throws {
        let chain = try key().attestation(challenge: [1, 2, 3], by: authority, now: now)
        #expect(throws: AttestationRejection(.challenge)) { try verify(chain) }
    }

    @Test func `a simulated key that was not generated in the hardware is refused`() throws {
        let key = key()
        var description = key.description(challenge: challenge, now: now)
        description.hardwareEnforced[.origin] = .number(2)
        let chain = try key.attestation(of: description, by: authority)
        #expect(throws: AttestationRejection(.keyProperties)) { try verify(chain) }
    }

    @Test func `a simulated key is refused by a verifier with a different root`() throws {
        var generator = SystemRandomNumberGenerator()
        let twin = try DevelopmentGoogleCA(now: now, using: &generator)
        #expect(try reason(key(), by: twin) == .certificateChain)
        let chain = try key().attestation(challenge: challenge, by: authority, now: now)
        #expect(throws: AttestationRejection(.certificateChain)) { try verify(chain, roots: []) }
        #expect(throws: AttestationRejection(.certificateChain)) { try verify(chain, roots: [authority.trustedEnvironment.intermediate]) }
    }

    @Test func `revoking one batch refuses its keys, and keys of the other batch are accepted`() throws {
        func serial(_ certificate: Certificate) -> String {
            certificate.serialNumber.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
        for certificate in [authority.trustedEnvironment.certificate, authority.trustedEnvironment.intermediate] {
            #expect(try reason(key(), revoked: [serial(certificate)]) == .revoked)
            let strongBox = try key(level: .strongBox).attestation(challenge: challenge, by: authority, now: now)
            _ = try verify(strongBox, revoked: [serial(certificate)])
        }
        #expect(try reason(key(level: .strongBox), revoked: [serial(authority.root)]) == .revoked)
    }
}
