// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `The attestations of real Android devices` {
    @Test(arguments: try AndroidSample.all)
    func `attestations of real Android devices are refused only because their boot loader is unlocked`(sample: AndroidSample) async throws {
        let verifier = AndroidKeyAttestationVerifier(roots: [sample.root], policy: try sample.policy())
        await expectRejection(.verifiedBoot) {
            _ = try verifier.verify(
                chain: sample.chain, challenge: AndroidSample.challenge, revocationList: sample.list, at: AndroidSample.time)
        }
    }

    @Test(arguments: try AndroidSample.elliptic)
    func `attestations of real Android devices are accepted at their date by a policy without verified boot`(sample: AndroidSample) throws {
        let verifier = AndroidKeyAttestationVerifier(roots: [sample.root], policy: try sample.policy { $0.requiresVerifiedBoot = false })
        let key = try verifier.verify(
            chain: sample.chain, challenge: AndroidSample.challenge, revocationList: sample.list, at: AndroidSample.time)
        let leaf = try #require(sample.chain.first)
        // The sent certificate contains the point.
        #expect(leaf.firstRange(of: Array(key.publicKey.x963Representation)) != nil)
    }

    @Test func `a real attestation of an RSA key is refused by a policy without verified boot`() async throws {
        let sample = try #require(try AndroidSample.all.last)
        await expectRejection(.keyProperties) { _ = try sample.verify() }
    }

    @Test func `every field of a StrongBox attestation is read`() throws {
        let description = try AndroidSample.elliptic[0].verify().description
        #expect(description.attestationVersion == 3)
        #expect(description.attestationSecurityLevel == .strongBox)
        #expect(description.keyMintVersion == 4)
        #expect(description.keyMintSecurityLevel == .strongBox)
        try expectCommonFields(description, creation: 0x016b_d25b_ff13)
        #expect(description.hardwareEnforced.number(.ecCurve) == nil)
        #expect(description.hardwareEnforced.number(.vendorPatchLevel) == 20_190_705)
        #expect(description.hardwareEnforced.number(.bootPatchLevel) == 20_190_700)
        #expect(description.hardwareEnforced.tags.map(\.number) == [1, 2, 3, 5, 503, 702, 704, 705, 706, 718, 719])
    }

    @Test func `every field of a TEE attestation is read`() throws {
        let description = try AndroidSample.elliptic[1].verify().description
        #expect(description.attestationVersion == 3)
        #expect(description.attestationSecurityLevel == .trustedEnvironment)
        #expect(description.keyMintVersion == 4)
        #expect(description.keyMintSecurityLevel == .trustedEnvironment)
        try expectCommonFields(description, creation: 0x0164_e611_67ff)
        #expect(description.hardwareEnforced.number(.ecCurve) == 1)
        #expect(description.hardwareEnforced.number(.vendorPatchLevel) == 201_907)
        #expect(description.hardwareEnforced.number(.bootPatchLevel) == 201_907)
        #expect(description.hardwareEnforced.tags.map(\.number) == [1, 2, 3, 5, 10, 503, 702, 704, 705, 706, 718, 719])
    }

    private func expectCommonFields(_ description: AndroidKeyDescription, creation: UInt64) throws {
        #expect(description.attestationChallenge == AndroidSample.challenge)
        #expect(description.uniqueID == [])
        #expect(description.softwareEnforced.tags == [.creationDateTime, .attestationApplicationID])
        #expect(description.softwareEnforced.number(.creationDateTime) == creation)
        let application = try #require(description.softwareEnforced.applicationID)
        #expect(application.packages.count == 13)
        #expect(application.packages.first == .init(name: "android", version: 29))
        #expect(application.packages.contains(.init(name: "com.google.android.hiddenmenu", version: 1)))
        #expect(AndroidSample.packageNames.isSuperset(of: application.packages.map(\.name)))
        #expect(application.signatureDigests == [AndroidSample.digest])

        let hardware = description.hardwareEnforced
        #expect(hardware.numbers(.purpose) == [2, 3])
        #expect(hardware.number(.algorithm) == 3)
        #expect(hardware.number(.keySize) == 256)
        #expect(hardware.numbers(.digest) == [4])
        #expect(hardware[.noAuthRequired] == .present)
        #expect(hardware.number(.origin) == 0)
        #expect(hardware.number(.osVersion) == 0)
        #expect(hardware.osPatchLevel == PatchLevel(year: 2019, month: 7))
        #expect(
            hardware.rootOfTrust
                == RootOfTrust(
                    verifiedBootKey: [UInt8](repeating: 0, count: 32), isDeviceLocked: false, verifiedBootState: .unverified,
                    verifiedBootHash: AndroidSample.bootHash))
    }

    @Test(arguments: try AndroidSample.all)
    func `attestations of real Android devices round-trip byte for byte`(sample: AndroidSample) throws {
        let leaf = sample.chain[0]
        let start = try #require(leaf.firstRange(of: [0xd6, 0x79, 0x02, 0x01, 0x11, 0x04, 0x82])).upperBound + 2
        let length = Int(leaf[start - 2]) << 8 | Int(leaf[start - 1])
        let value = Array(leaf[start..<start + length])
        #expect(try AndroidKeyDescription(decoding: value).encode() == value)
    }

    // MARK: Refusals

    @Test(arguments: try AndroidSample.elliptic)
    func `a real attestation is refused for a wrong challenge, app, signer, patch level or hardware`(sample: AndroidSample) async throws {
        for challenge in ["", "ab", "abcd", "Abc"] {
            await expectRejection(.challenge) { _ = try sample.verify(challenge: Array(challenge.utf8)) }
        }
        await expectRejection(.appID) { _ = try sample.verify { $0.packageNames.remove("com.android.keychain") } }
        await expectRejection(.appID) { _ = try sample.verify { $0.signingCertificateDigests = [Array(AndroidSample.digest.reversed())] } }
        let august = try #require(PatchLevel(year: 2019, month: 8))
        await expectRejection(.patchLevel) { _ = try sample.verify { $0.minimumOSPatchLevel = august } }
        let description = try sample.verify().description
        await expectRejection(.securityLevel) {
            _ = try sample.verify { $0.securityLevels = [.trustedEnvironment, .strongBox, .software] - description.keyMintSecurityLevel }
        }
    }

    @Test(
        arguments: try AndroidSample.elliptic,
        [
            [], [0], [3], [0, 1], [0, 3], [0, 1, 3], [0, 2, 3], [1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [0, 1, 3, 2], [3, 2, 1, 0],
            [0, 0, 1, 2, 3], [0, 1, 1, 2, 3], [0, 1, 2, 2, 3], [0, 1, 2, 3, 3], [0, 1, 2, 3, 0], [3, 0, 1, 2, 3], [0, 1, 2, 3, 2, 3],
        ])
    func `a real attestation is refused when its chain is incomplete or reordered`(sample: AndroidSample, order: [Int]) async {
        await expectRejection(.certificateChain, "\(order)") { _ = try sample.verify(order.map { sample.chain[$0] }) }
    }

    @Test(arguments: try AndroidSample.elliptic)
    func `a real attestation may leave out the known root`(sample: AndroidSample) throws {
        _ = try sample.verify(Array(sample.chain.dropLast()))
    }

    @Test(arguments: try AndroidSample.elliptic)
    func `a real attestation is refused under a different device's certificates and under other roots`(sample: AndroidSample) async throws {
        for other in try AndroidSample.all where other.name != sample.name {
            for index in 0...3 where other.chain[index] != sample.chain[index] {
                var chain = sample.chain
                chain[index] = other.chain[index]
                await expectRejection(.certificateChain, "\(index)") { _ = try sample.verify(chain, roots: [sample.root, other.root]) }
            }
        }
        await expectRejection(.certificateChain) { _ = try sample.verify(roots: []) }
        let intermediate = try Certificate(derEncoded: sample.chain[2])
        await expectRejection(.certificateChain) { _ = try sample.verify(roots: [intermediate]) }
        let foreign = try Certificate(derEncoded: try AndroidTestChain().encoded()[3])
        await expectRejection(.certificateChain) { _ = try sample.verify(roots: [foreign]) }
        _ = try sample.verify(roots: [foreign, sample.root])
    }

    @Test(arguments: try AndroidSample.elliptic, 0...3)
    func `a real attestation is refused with any byte of a certificate changed`(sample: AndroidSample, number: Int) async {
        for index in stride(from: 0, to: sample.chain[number].count, by: 11) {
            var chain = sample.chain
            chain[number][index] ^= 0x01
            await expectRejection(.certificateChain, "byte \(index)") { _ = try sample.verify(chain) }
        }
        for trailer in [[0x00], [0x05, 0x00]] as [[UInt8]] {
            var chain = sample.chain
            chain[number] += trailer
            await expectRejection(.certificateChain) { _ = try sample.verify(chain) }
            chain[number].removeLast(trailer.count + 1)
            await expectRejection(.certificateChain) { _ = try sample.verify(chain) }
        }
    }

    @Test func `a certificate whose two algorithm fields differ in an empty parameter is refused`() async throws {
        // The StrongBox writes ecdsa-with-SHA256 with a NULL, inside and outside the signed part.
        let sample = try AndroidSample.elliptic[0]
        let null: [UInt8] = [0x30, 0x0c, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02, 0x05, 0x00]
        let leaf = sample.chain[0]
        let inner = try #require(leaf.firstRange(of: null))
        let outer = try #require(leaf[inner.upperBound...].firstRange(of: null))
        var chain = sample.chain
        chain[0].replaceSubrange(outer, with: [0x30, 0x0a] + null[2..<12])
        // The outermost length has two bytes.
        let length = leaf.count - 4 - 2
        chain[0][2] = UInt8(length >> 8)
        chain[0][3] = UInt8(length & 0xff)
        // It is still a certificate with the same signature.
        _ = try Certificate(derEncoded: chain[0])
        await expectRejection(.certificateChain) { _ = try sample.verify(chain) }
    }

    // MARK: Dates

    @Test(arguments: try AndroidSample.elliptic)
    func `real attestations are checked against the dates that the policy selects`(sample: AndroidSample) async throws {
        let early = Date(timeIntervalSince1970: 1_500_000_000)
        let afterRoot = Date(timeIntervalSince1970: 1_800_000_000)
        let late = Date(timeIntervalSince1970: 2_000_000_000)
        for time in [early, late] {
            await expectRejection(.certificateChain) { _ = try sample.verify(at: time) { $0.certificateValidity = .issuers } }
            await expectRejection(.certificateChain) { _ = try sample.verify(at: time) { $0.certificateValidity = .all } }
        }
        // By default, factory certificates may have expired but must have begun.
        _ = try sample.verify(at: late)
        await expectRejection(.certificateChain) { _ = try sample.verify(at: early) }
        _ = try sample.verify { $0.certificateValidity = .all }
        _ = try sample.verify(at: afterRoot)
        // The TEE's root expired in 2026.
        if sample.name.hasSuffix("TEE") {
            await expectRejection(.certificateChain) { _ = try sample.verify(at: afterRoot) { $0.certificateValidity = .all } }
        }
    }
}

private func - <Element>(set: Set<Element>, element: Element) -> Set<Element> { set.subtracting([element]) }
