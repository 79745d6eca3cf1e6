// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import Testing
import X509

@Suite struct `Apple's sample attestation` {
    let sample: AppleSample

    init() throws {
        sample = try AppleSample()
    }

    private func verify(
        _ object: [UInt8]? = nil, clientDataHash: [UInt8]? = nil, at time: Date? = nil, by verifier: AppAttestVerifier? = nil
    ) async throws -> AttestedAppleKey {
        try await (verifier ?? sample.verifier).verify(
            attestation: object ?? sample.object, clientDataHash: clientDataHash ?? sample.clientDataHash, at: time ?? sample.time)
    }

    @Test func `Apple's sample attestation is accepted at its date`() async throws {
        let key = try await verify()
        #expect(key.counter == 0)
        #expect(key.keyID == Array(SHA256.hash(data: key.publicKey.x963Representation)))
        #expect(key.keyID.prefix(4) == [0x6d, 0x2a, 0xc4, 0x84])
    }

    @Test func `Apple's sample attestation has the root that the product contains`() throws {
        let carried = try AppAttestVerifier(rootsPEM: AppleAppAttestationRootCA.pem, appID: sample.appID, environment: .production)
        #expect(carried.roots == [sample.root])
    }

    @Test func `Apple's sample attestation round-trips byte for byte`() throws {
        let object = try AppAttestAttestation(decoding: sample.object)
        #expect(object.encode() == sample.object)
        let data = try AuthenticatorData(attestation: object.authenticatorData)
        #expect(data.encode() == object.authenticatorData)
        #expect(data.relyingPartyIDHash == sample.appID.relyingPartyIDHash)
        #expect(data.extensions == nil)
    }

    @Test(arguments: ["", "test_server_challeng", "test_server_challenge ", "Test_server_challenge"])
    func `Apple's sample attestation is refused for a different challenge`(challenge: String) async {
        await expectRejection(.nonce) { _ = try await verify(clientDataHash: Array(challenge.utf8)) }
        await expectRejection(.nonce) { _ = try await verify(clientDataHash: Array(SHA256.hash(data: Array(challenge.utf8)))) }
    }

    @Test(arguments: ["0352187391.com.apple.example_app_attest2", "0352187392.com.apple.example_app_attest", "0352187391.com.apple"])
    func `Apple's sample attestation is refused for a different app`(name: String) async throws {
        let other = AppAttestVerifier(roots: [sample.root], appID: try #require(AppID(parsing: name)), environment: .production)
        await expectRejection(.appID) { _ = try await verify(by: other) }
    }

    @Test func `Apple's sample attestation is refused in the development environment`() async {
        let other = AppAttestVerifier(roots: [sample.root], appID: sample.appID, environment: .development)
        await expectRejection(.environment) { _ = try await verify(by: other) }
    }

    @Test(arguments: [
        (AppleSample.notValidBefore, -1.0, false), (AppleSample.notValidBefore, 0, true), (AppleSample.notValidAfter, 0, true),
        (AppleSample.notValidAfter, 1, false), (AppleSample.notValidAfter, 864_000, false), (AppleSample.notValidBefore, -864_000, false),
    ])
    func `Apple's sample is accepted only while its certificates are valid`(edge: Date, offset: Double, isValid: Bool) async throws {
        let time = edge.addingTimeInterval(offset)
        if isValid {
            _ = try await verify(at: time)
        } else {
            await expectRejection(.certificateChain) { _ = try await verify(at: time) }
        }
    }

    @Test func `Apple's sample attestation is refused under a different root and without a root`() async throws {
        let other = try TestAuthority(at: sample.time)
        for roots in [[], [other.root]] {
            let verifier = AppAttestVerifier(roots: roots, appID: sample.appID, environment: .production)
            await expectRejection(.certificateChain) { _ = try await verify(by: verifier) }
        }
        let both = AppAttestVerifier(roots: [other.root, sample.root], appID: sample.appID, environment: .production)
        _ = try await verify(by: both)
    }

    @Test(arguments: [
        "swapped", "leaf twice", "intermediate twice", "without leaf", "without intermediate", "none", "root behind", "root for it",
        "rubbish behind",
    ])
    func `Apple's sample attestation is refused with other certificates`(change: String) async throws {
        let object = try AppAttestAttestation(decoding: sample.object)
        let (leaf, intermediate) = (object.certificates[0], object.certificates[1])
        let root = try sample.root.der
        let chain =
            switch change {
            case "swapped": [intermediate, leaf]
            case "leaf twice": [leaf, leaf]
            case "intermediate twice": [intermediate, intermediate]
            case "without leaf": [intermediate]
            case "without intermediate": [leaf]
            case "root behind": [leaf, intermediate, root]
            case "rubbish behind": [leaf, intermediate, [0x30, 0x00]]
            case "root for it": [leaf, root]
            default: [] as [[UInt8]]
            }
        let changed = AppAttestAttestation(
            certificates: chain, receipt: object.receipt, authenticatorData: object.authenticatorData)
        await expectRejection(.certificateChain) { _ = try await verify(changed.encode()) }
    }

    @Test(arguments: [[0x00], [0xff], [0xa0], [0xf6, 0xf6]] as [[UInt8]])
    func `Apple's sample attestation is refused with trailing bytes`(trailer: [UInt8]) async throws {
        await expectRejection(.malformed) { _ = try await verify(sample.object + trailer) }
        let object = try AppAttestAttestation(decoding: sample.object)
        let longer = AppAttestAttestation(
            certificates: object.certificates, receipt: object.receipt, authenticatorData: object.authenticatorData + trailer)
        // An empty map could be extensions, but the nonce does not match them.
        await expectRejection(trailer == [0xa0] ? .nonce : .malformed) { _ = try await verify(longer.encode()) }
        for index in 0...1 {
            var certificates = object.certificates
            certificates[index] += trailer
            let changed = AppAttestAttestation(
                certificates: certificates, receipt: object.receipt, authenticatorData: object.authenticatorData)
            await expectRejection(.certificateChain) { _ = try await verify(changed.encode()) }
        }
    }

    @Test func `Apple's sample attestation is refused when truncated anywhere`() async {
        for length in stride(from: 0, to: sample.object.count, by: 7) {
            await expectRejection(.malformed, "\(length) bytes") { _ = try await verify(Array(sample.object.prefix(length))) }
        }
    }

    @Test func `Apple's sample attestation is refused with any bit of its authenticator data changed`() async throws {
        let object = try AppAttestAttestation(decoding: sample.object)
        for index in object.authenticatorData.indices {
            for bit in [0x01, 0x80] as [UInt8] {
                var data = object.authenticatorData
                data[index] ^= bit
                let changed = AppAttestAttestation(certificates: object.certificates, receipt: object.receipt, authenticatorData: data)
                let reason: AttestationRejection.Reason = (try? AuthenticatorData(attestation: data)) == nil ? .malformed : .nonce
                await expectRejection(reason, "byte \(index)") { _ = try await verify(changed.encode()) }
                // Plain values never cause `malformed`: hash, counter, AAGUID, credential id.
                if (0..<32).contains(index) || (33..<53).contains(index) || (55..<87).contains(index) { #expect(reason == .nonce) }
            }
        }
    }

    @Test(arguments: [0, 1])
    func `Apple's sample attestation is refused with any byte of a certificate changed`(number: Int) async throws {
        let object = try AppAttestAttestation(decoding: sample.object)
        for index in stride(from: 0, to: object.certificates[number].count, by: 5) {
            var certificates = object.certificates
            certificates[number][index] ^= 0x01
            let changed = AppAttestAttestation(
                certificates: certificates, receipt: object.receipt, authenticatorData: object.authenticatorData)
            await expectRejection(.certificateChain, "byte \(index)") { _ = try await verify(changed.encode()) }
        }
    }

    @Test func `Apple's sample attestation is refused with any byte outside its byte strings changed`() async throws {
        // Every byte outside the contents of the three byte strings and the receipt.
        let object = try AppAttestAttestation(decoding: sample.object)
        let contents = object.certificates + [object.receipt, object.authenticatorData]
        var frame = Set(sample.object.indices)
        for content in contents {
            let range = try #require(sample.object.firstRange(of: content))
            frame.subtract(range)
        }
        #expect(frame.count == 63)
        for index in frame.sorted() {
            var bytes = sample.object
            bytes[index] ^= 0x01
            let isFormat = (6..<21).contains(index)
            await expectRejection(isFormat ? .unknownFormat : .malformed, "byte \(index)") { _ = try await verify(bytes) }
        }
    }

    @Test func `Apple's sample attestation is accepted with any receipt, because receipts are not checked`() async throws {
        let object = try AppAttestAttestation(decoding: sample.object)
        let changed = AppAttestAttestation(
            certificates: object.certificates, receipt: [], authenticatorData: object.authenticatorData)
        _ = try await verify(changed.encode())
    }
}
