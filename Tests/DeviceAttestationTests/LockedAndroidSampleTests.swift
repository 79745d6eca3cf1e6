// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import SwiftASN1
import Testing
import X509

@Suite struct `The attestations of genuine locked phones` {
    /// After the expiry of every certificate in the factory chain, including the root.
    private let nextYear = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `factory attestations of locked phones are accepted by default, even after their certificates expired`() async throws {
        let sample = try LockedAndroidSample.taimen()
        let key = try sample.verify()
        #expect(key.description.hardwareEnforced.rootOfTrust?.verifiedBootState == .verified)
        #expect(key.description.hardwareEnforced.rootOfTrust?.isDeviceLocked == true)
        _ = try sample.verify(at: nextYear)
        _ = try sample.verify(Array(sample.chain.dropLast()))
        await expectRejection(.certificateChain) { _ = try sample.verify(at: nextYear) { $0.certificateValidity = .issuers } }
        await expectRejection(.certificateChain) { _ = try sample.verify(at: Date(timeIntervalSince1970: 1_400_000_000)) }
    }

    @Test func `fetched attestations of locked phones are accepted under the P-384 root while their certificates are valid`() async throws {
        let sample = try LockedAndroidSample.tegu()
        #expect(P384.Signing.PublicKey(try sample.root.publicKey) != nil)
        #expect(
            SHA256.hash(data: sample.chain[4]).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                == "6d9db4ce6c5c0b293166d08986e05774a8776ceb525d9e4329520de12ba4bcc0")
        _ = try sample.verify()
        _ = try sample.verify(Array(sample.chain.dropLast()))
        await expectRejection(.certificateChain) { _ = try sample.verify(at: nextYear) }
    }

    @Test func `attestations of locked phones are refused under the wrong root, reordered, or with one bit changed`() async throws {
        let factory = try LockedAndroidSample.taimen()
        let network = try LockedAndroidSample.tegu()
        let (rsa, elliptic) = (try factory.root, try network.root)
        await expectRejection(.certificateChain) { _ = try factory.verify(roots: [elliptic]) }
        await expectRejection(.certificateChain) { _ = try network.verify(roots: [rsa]) }
        _ = try factory.verify(roots: [elliptic, rsa])
        _ = try network.verify(roots: [rsa, elliptic])
        for sample in [factory, network] {
            await expectRejection(.certificateChain) { _ = try sample.verify(Array(sample.chain.dropFirst())) }
            for index in sample.chain.indices.dropLast() {
                var chain = sample.chain
                chain[index][chain[index].count - 1] ^= 1
                let changed = chain
                await expectRejection(.certificateChain) { _ = try sample.verify(changed) }
            }
        }
    }

    @Test func `attestations of locked phones are accepted with roots in the form that Google publishes`() async throws {
        let samples = [try LockedAndroidSample.taimen(), try LockedAndroidSample.tegu()]
        let texts = try samples.map { try $0.root.serializeAsPEM().pemString }
        let roots = try CertificatesPEM.decode(json: Array(try JSONEncoder().encode(texts)))
        #expect(roots == samples.map { $0.chain[$0.chain.count - 1] })
        for sample in samples { _ = try sample.verify(roots: try roots.map { try Certificate(derEncoded: $0) }) }
        for json in ["", "[]", "{}", "[1]", #"["x"]"#, #"[""]"#, #"{"roots":[]}"#, "[null]"] {
            await expectRejection(.certificateChain) { _ = try CertificatesPEM.decode(json: Array(json.utf8)) }
        }
    }
}
