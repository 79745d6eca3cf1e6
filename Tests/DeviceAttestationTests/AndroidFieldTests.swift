// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `The fields of an Android attestation` {
    /// A change and the expected reason for refusal; nil for a change that must be accepted.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: AttestationRejection.Reason?
        let apply: @Sendable (inout AndroidKeyDescription) -> Void

        init(_ name: String, _ reason: AttestationRejection.Reason?, _ apply: @escaping @Sendable (inout AndroidKeyDescription) -> Void) {
            testDescription = name
            self.reason = reason
            self.apply = apply
        }

        init(_ name: String, _ reason: AttestationRejection.Reason?, hardware tag: AuthorizationTag, _ value: AuthorizationList.Value?) {
            self.init(name, reason) { $0.hardwareEnforced[tag] = value }
        }

        init(boot name: String, _ change: @escaping @Sendable (inout RootOfTrust) -> Void) {
            self.init(name, .verifiedBoot) { description in
                guard var root = description.hardwareEnforced.rootOfTrust else { return }
                change(&root)
                description.hardwareEnforced[.rootOfTrust] = .rootOfTrust(root)
            }
        }

        init(app name: String, _ change: @escaping @Sendable (inout AttestationApplicationID) -> Void) {
            self.init(name, .appID) { description in
                guard var id = description.softwareEnforced.applicationID else { return }
                change(&id)
                description.softwareEnforced[.attestationApplicationID] = .applicationID(id)
            }
        }
    }

    private func expect(_ change: Change, policy: (inout AndroidAttestationPolicy) -> Void = { _ in }) async throws {
        var chain = try AndroidTestChain()
        change.apply(&chain.description)
        if let reason = change.reason {
            await expectRejection(reason) { _ = try chain.verify(policy: policy) }
        } else {
            #expect(try chain.verify(policy: policy).description == chain.description)
        }
    }

    @Test func `an attestation with all fields right is accepted and returned with the leaf's key`() throws {
        let chain = try AndroidTestChain()
        let key = try chain.verify()
        #expect(key.description == chain.description)
        #expect(Certificate.PublicKey(key.publicKey) == chain.links[0].key.publicKey)
    }

    @Test(arguments: [
        Change("another challenge", .challenge) { $0.attestationChallenge[31] ^= 1 },
        Change("no challenge", .challenge) { $0.attestationChallenge = [] },
        Change("a longer challenge", .challenge) { $0.attestationChallenge.append(0) },
        Change("a shorter challenge", .challenge) { $0.attestationChallenge.removeLast() },
        Change("attested in software", .securityLevel) { $0.attestationSecurityLevel = .software },
        Change("a key in software", .securityLevel) { $0.keyMintSecurityLevel = .software },
        Change("all in software", .securityLevel) {
            $0.attestationSecurityLevel = .software
            $0.keyMintSecurityLevel = .software
        },
        Change("all in the StrongBox", nil) {
            $0.attestationSecurityLevel = .strongBox
            $0.keyMintSecurityLevel = .strongBox
        },
        Change("another version of the schema", nil) { $0.attestationVersion = 500 },
        Change("a unique id", nil) { $0.uniqueID = [1, 2, 3] },
    ])
    func `a wrong field of the key description is refused`(change: Change) async throws {
        try await expect(change)
    }

    @Test(arguments: [
        Change(boot: "unlocked") { $0.isDeviceLocked = false },
        Change(boot: "self-signed") { $0.verifiedBootState = .selfSigned },
        Change(boot: "unverified") { $0.verifiedBootState = .unverified },
        Change(boot: "failed") { $0.verifiedBootState = .failed },
        Change(boot: "no boot key") { $0.verifiedBootKey = [] },
        Change(boot: "a boot key of zeros") { $0.verifiedBootKey = [UInt8](repeating: 0, count: 32) },
        Change("nothing said", .verifiedBoot, hardware: .rootOfTrust, nil),
        Change("said by software only", .verifiedBoot) {
            $0.softwareEnforced[.rootOfTrust] = $0.hardwareEnforced[.rootOfTrust]
            $0.hardwareEnforced[.rootOfTrust] = nil
        },
    ])
    func `a wrong field of verified boot is refused if the policy requires verified boot`(change: Change) async throws {
        try await expect(change)
        try await expect(Change(change.testDescription, nil, change.apply)) { $0.requiresVerifiedBoot = false }
    }

    @Test func `the verified boot key must be one of the policy's keys, if the policy has any`() async throws {
        let chain = try AndroidTestChain()
        _ = try chain.verify { $0.verifiedBootKeys = [[1], AndroidTestChain.bootKey] }
        await expectRejection(.verifiedBoot) { _ = try chain.verify { $0.verifiedBootKeys = [[1]] } }
        var old = chain
        old.description.hardwareEnforced[.rootOfTrust] = .rootOfTrust(
            RootOfTrust(
                verifiedBootKey: AndroidTestChain.bootKey, isDeviceLocked: true, verifiedBootState: .verified, verifiedBootHash: nil))
        _ = try old.verify()
    }

    @Test func `a system without its maker's signature is accepted only if the operator lists its key`() async throws {
        var own = try AndroidTestChain()
        let key = [UInt8](repeating: 0x5e, count: 32)
        func boot(_ state: RootOfTrust.VerifiedBootState, key: [UInt8] = key, isLocked: Bool = true) {
            own.description.hardwareEnforced[.rootOfTrust] = .rootOfTrust(
                RootOfTrust(verifiedBootKey: key, isDeviceLocked: isLocked, verifiedBootState: state, verifiedBootHash: nil))
        }
        func expectRefused(_ keys: Set<[UInt8]>, sourceLocation: SourceLocation = #_sourceLocation) async {
            let chain = own
            await expectRejection(.verifiedBoot, sourceLocation: sourceLocation) {
                _ = try chain.verify { $0.selfSignedBootKeys = keys }
            }
        }
        boot(.selfSigned)
        _ = try own.verify { $0.selfSignedBootKeys = [[1], key] }
        _ = try own.verify {
            $0.selfSignedBootKeys = [key]
            $0.verifiedBootKeys = [AndroidTestChain.bootKey]
        }
        await expectRefused([])
        await expectRefused([[1]])
        let listedAsMaker = own
        await expectRejection(.verifiedBoot) { _ = try listedAsMaker.verify { $0.verifiedBootKeys = [key] } }
        boot(.selfSigned, isLocked: false)
        await expectRefused([key])
        for state in [RootOfTrust.VerifiedBootState.unverified, .failed] {
            boot(state)
            await expectRefused([key])
        }
        let zeros = [UInt8](repeating: 0, count: 32)
        boot(.selfSigned, key: zeros)
        await expectRefused([zeros])
        // Listing a maker's key does not affect devices in the verified state.
        boot(.verified)
        let verified = own
        await expectRejection(.verifiedBoot) {
            _ = try verified.verify {
                $0.selfSignedBootKeys = [key]
                $0.verifiedBootKeys = [AndroidTestChain.bootKey]
            }
        }
    }

    @Test(arguments: [
        Change(app: "another package") { $0.packages[0].name = "nl.example.wallet2" },
        Change(app: "another case") { $0.packages[0].name = "nl.example.Wallet" },
        Change(app: "a second package") { $0.packages.append(.init(name: "nl.example.other", version: 1)) },
        Change(app: "no package") { $0.packages = [] },
        Change(app: "another signer") { $0.signatureDigests[0][0] ^= 1 },
        Change(app: "half a digest") { $0.signatureDigests[0].removeLast(16) },
        Change(app: "a second signer") { $0.signatureDigests.append([UInt8](repeating: 9, count: 32)) },
        Change(app: "no signer") { $0.signatureDigests = [] },
        Change("no app", .appID) { $0.softwareEnforced[.attestationApplicationID] = nil },
        Change("the app in the hardware's list", .appID) {
            $0.hardwareEnforced[.attestationApplicationID] = $0.softwareEnforced[.attestationApplicationID]
            $0.softwareEnforced[.attestationApplicationID] = nil
        },
        Change("another version of the app", nil) {
            guard var id = $0.softwareEnforced.applicationID else { return }
            id.packages[0].version = -1
            $0.softwareEnforced[.attestationApplicationID] = .applicationID(id)
        },
    ])
    func `a wrong field of the app is refused`(change: Change) async throws {
        try await expect(change)
    }

    @Test(arguments: [
        Change("a month too old", .patchLevel, hardware: .osPatchLevel, .number(202_605)),
        Change("the last year", .patchLevel, hardware: .osPatchLevel, .number(202_512)),
        Change("just young enough", nil, hardware: .osPatchLevel, .number(202_606)),
        Change("none", .patchLevel, hardware: .osPatchLevel, nil),
        Change("zero", .patchLevel, hardware: .osPatchLevel, .number(0)),
        Change("no month", .patchLevel, hardware: .osPatchLevel, .number(202_700)),
        Change("month 13", .patchLevel, hardware: .osPatchLevel, .number(202_613)),
        Change("with a day", .patchLevel, hardware: .osPatchLevel, .number(20_261_205)),
        Change("enormous", .patchLevel, hardware: .osPatchLevel, .number(.max)),
        Change("said by software only", .patchLevel) {
            $0.softwareEnforced[.osPatchLevel] = .number(202_612)
            $0.hardwareEnforced[.osPatchLevel] = nil
        },
    ])
    func `a wrong patch level is refused`(change: Change) async throws {
        try await expect(change)
    }

    @Test(arguments: [
        Change("RSA", .keyProperties, hardware: .algorithm, .number(1)),
        Change("no algorithm", .keyProperties, hardware: .algorithm, nil),
        Change("384 bits", .keyProperties, hardware: .keySize, .number(384)),
        Change("P-384", .keyProperties, hardware: .ecCurve, .number(2)),
        Change("no size", nil, hardware: .keySize, nil),
        Change("no curve", nil, hardware: .ecCurve, nil),
        Change("neither size nor curve", .keyProperties) {
            $0.hardwareEnforced[.keySize] = nil
            $0.hardwareEnforced[.ecCurve] = nil
        },
        Change("derived", .keyProperties, hardware: .origin, .number(1)),
        Change("imported", .keyProperties, hardware: .origin, .number(2)),
        Change("securely imported", .keyProperties, hardware: .origin, .number(4)),
        Change("no origin", .keyProperties, hardware: .origin, nil),
        Change("an origin by software only", .keyProperties) {
            $0.softwareEnforced[.origin] = .number(0)
            $0.hardwareEnforced[.origin] = nil
        },
        Change("signs and verifies", nil, hardware: .purpose, .numbers([2, 3])),
        Change("verifies only", .keyProperties, hardware: .purpose, .numbers([3])),
        Change("also decrypts", .keyProperties, hardware: .purpose, .numbers([1, 2])),
        Change("also agrees on keys", .keyProperties, hardware: .purpose, .numbers([2, 6])),
        Change("attests other keys", .keyProperties, hardware: .purpose, .numbers([7])),
        Change("no purpose", .keyProperties, hardware: .purpose, nil),
        Change("an empty purpose", .keyProperties, hardware: .purpose, .numbers([])),
        Change("for all apps", .keyProperties, hardware: .allApplications, .present),
        Change("for all apps, by software", .keyProperties) { $0.softwareEnforced[.allApplications] = .present },
    ])
    func `a wrong property of the key is refused`(change: Change) async throws {
        try await expect(change)
    }

    @Test func `a certified key of another algorithm is refused even if all fields are right`() async throws {
        for key in [
            Certificate.PrivateKey(P384.Signing.PrivateKey()), .init(P521.Signing.PrivateKey()), .init(Curve25519.Signing.PrivateKey()),
        ] {
            var chain = try AndroidTestChain()
            chain.links[0].key = key
            await expectRejection(.keyProperties) { _ = try chain.verify() }
        }
    }

    @Test func `the fields of an attestation are checked in a fixed order`() async throws {
        var chain = try AndroidTestChain()
        chain.links[0].key = .init(P384.Signing.PrivateKey())
        await expectRejection(.keyProperties) { _ = try chain.verify() }
        chain.description.hardwareEnforced[.osPatchLevel] = nil
        await expectRejection(.patchLevel) { _ = try chain.verify() }
        chain.description.softwareEnforced[.attestationApplicationID] = nil
        await expectRejection(.appID) { _ = try chain.verify() }
        chain.description.hardwareEnforced[.rootOfTrust] = nil
        await expectRejection(.verifiedBoot) { _ = try chain.verify() }
        chain.description.keyMintSecurityLevel = .software
        await expectRejection(.securityLevel) { _ = try chain.verify() }
        chain.description.attestationChallenge = []
        await expectRejection(.challenge) { _ = try chain.verify() }
        chain.value = [0x30, 0x00]
        await expectRejection(.malformed) { _ = try chain.verify() }
        await expectRejection(.revoked) { _ = try chain.verify(list: AndroidTestChain.list(["1"])) }
        await expectRejection(.certificateChain) { _ = try chain.verify(roots: [], list: AndroidTestChain.list(["1"])) }
    }

    @Test(arguments: [
        ("2026-06", 202_606), ("2000-01", 200_001), ("9999-12", 999_912), ("2026-13", nil), ("2026-00", nil), ("1999-12", nil),
        ("2026-6", nil),
        ("202606", nil), ("2026-06-05", nil), ("2026-+6", nil), (" 2026-06", nil), ("", nil), ("-", nil), ("２０２６-06", nil),
    ])
    func `patch levels are written in configurations as a month`(text: String, number: UInt64?) {
        #expect(PatchLevel(parsing: text)?.number == number)
        #expect(PatchLevel(parsing: text)?.description == (number == nil ? nil : text))
    }
}
