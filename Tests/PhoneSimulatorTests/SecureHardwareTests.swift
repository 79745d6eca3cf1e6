// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport
import TestParties
import Testing
import X509

@testable import PhoneSimulator

struct SecureHardwareTests {
    private let directory = TestDirectory()
    private let challengeHash = Array(SHA256.hash(data: Array("challenge".utf8)))

    /// Passes the bridges of a phone that is on while the body runs.
    private func withPhone<Value>(_ body: (SimulatedDevice, PlatformBridges) async throws -> Value) async throws -> Value {
        let phone = try directory.phone()
        return try await body(phone.device, phone.bridges)
    }

    private var verifier: AppAttestVerifier { get throws { try Makers.shared.iPhoneVerifier() } }

    private func attestation(_ attestation: PlatformAttestation) throws -> [UInt8] {
        guard case .apple(let object) = attestation else { throw AttestedKeyError.failed }
        return object
    }

    private func assertion(_ proof: PlatformKeyProof) throws -> [UInt8] {
        guard case .appleAssertion(let bytes) = proof else { throw AttestedKeyError.failed }
        return bytes
    }

    // MARK: Attested keys

    @Test func `generating a key removes an unattested key, but not an attested key`() async throws {
        try await withPhone { device, bridges in
            let kept = try await bridges.attestedKey.generate()
            _ = try await bridges.attestedKey.attest(kept, challengeHash: challengeHash)
            var last = kept
            for _ in 1...20 { last = try await bridges.attestedKey.generate() }
            #expect(Set(device.contents.attestedKeys.keys) == [kept, last])
        }
    }

    @Test func `a genuine iPhone attests its key, and the key's counter grows through restarts`() async throws {
        let (name, attested) = try await withPhone { _, bridges in
            let name = try await bridges.attestedKey.generate()
            let object = try attestation(try await bridges.attestedKey.attest(name, challengeHash: challengeHash))
            return (name, try await verifier.verify(attestation: object, clientDataHash: challengeHash, at: TestDirectory.noon))
        }
        #expect(name == Data(attested.keyID).base64EncodedString())
        var counter = attested.counter
        for message in ["one", "two", "three"] {
            try await withPhone { _, bridges in
                let bytes = try assertion(try await bridges.attestedKey.sign(Array(message.utf8), with: name))
                counter = try verifier.verify(
                    assertion: bytes, clientData: Array(message.utf8), publicKey: attested.publicKey, previousCounter: counter)
            }
        }
        #expect(counter == 3)
    }

    @Test func `an attestation of a fake iPhone is refused`() async throws {
        try await withPhone { device, bridges in
            try device.change { $0.attestation = .foreign }
            let name = try await bridges.attestedKey.generate()
            let object = try attestation(try await bridges.attestedKey.attest(name, challengeHash: challengeHash))
            await #expect(throws: AttestationRejection(.certificateChain)) {
                try await verifier.verify(attestation: object, clientDataHash: challengeHash, at: TestDirectory.noon)
            }
        }
    }

    @Test func `a phone without attestation makes no key`() async throws {
        try await withPhone { device, bridges in
            try device.change { $0.attestation = .unsupported }
            await #expect(throws: AttestedKeyError.notSupported) { try await bridges.attestedKey.generate() }
        }
    }

    @Test func `without a connection a key cannot be attested until the connection is back`() async throws {
        try await withPhone { device, bridges in
            let name = try await bridges.attestedKey.generate()
            try device.change { $0.network = .offline }
            await #expect(throws: AttestedKeyError.platformUnreachable) {
                try await bridges.attestedKey.attest(name, challengeHash: challengeHash)
            }
            try device.change { $0.network = .servicesUnreachable }
            _ = try await bridges.attestedKey.attest(name, challengeHash: challengeHash)
        }
    }

    @Test func `a key is attested once, and signs only after its attestation`() async throws {
        try await withPhone { _, bridges in
            let name = try await bridges.attestedKey.generate()
            await #expect(throws: AttestedKeyError.unknownKey) { try await bridges.attestedKey.sign([1], with: name) }
            _ = try await bridges.attestedKey.attest(name, challengeHash: challengeHash)
            await #expect(throws: AttestedKeyError.unknownKey) {
                try await bridges.attestedKey.attest(name, challengeHash: challengeHash)
            }
            _ = try await bridges.attestedKey.sign([1], with: name)
            await bridges.attestedKey.delete(name)
            await bridges.attestedKey.delete(name)
            await #expect(throws: AttestedKeyError.unknownKey) { try await bridges.attestedKey.sign([1], with: name) }
            await #expect(throws: AttestedKeyError.unknownKey) { try await bridges.attestedKey.sign([1], with: "other") }
        }
    }

    @Test func `if the counter cannot be stored, no assertion is made`() async throws {
        try await withPhone { device, bridges in
            let name = try await bridges.attestedKey.generate()
            _ = try await bridges.attestedKey.attest(name, challengeHash: challengeHash)
            try FileManager.default.removeItem(atPath: directory.path)
            await #expect(throws: AttestedKeyError.failed) { try await bridges.attestedKey.sign([1], with: name) }
            #expect(device.contents.attestedKeys[name]?.counter == 0)
        }
    }

    // MARK: Encryption keys

    @Test func `a value can be decrypted after a restart, and only with its own key`() async throws {
        let sealed = try await withPhone { _, bridges in try await bridges.encryptionKey.encrypt([1, 2, 3], with: "store") }
        try await withPhone { _, bridges in
            #expect(try await bridges.encryptionKey.decrypt(sealed, with: "store") == [1, 2, 3])
            _ = try await bridges.encryptionKey.encrypt([], with: "other")
            await #expect(throws: EncryptionKeyError.notDecryptable) { try await bridges.encryptionKey.decrypt(sealed, with: "other") }
            await #expect(throws: EncryptionKeyError.unknownKey) { try await bridges.encryptionKey.decrypt(sealed, with: "third") }
            var changed = sealed
            changed[changed.count - 1] ^= 1
            for bytes in [changed, [], Array(sealed.dropLast()), [UInt8](repeating: 0, count: 28)] {
                await #expect(throws: EncryptionKeyError.notDecryptable) { try await bridges.encryptionKey.decrypt(bytes, with: "store") }
            }
            await bridges.encryptionKey.delete("store")
            await bridges.encryptionKey.delete("store")
            await #expect(throws: EncryptionKeyError.unknownKey) { try await bridges.encryptionKey.decrypt(sealed, with: "store") }
        }
    }

    @Test func `two encryptions of the same value differ`() async throws {
        try await withPhone { _, bridges in
            let first = try await bridges.encryptionKey.encrypt([7], with: "store")
            #expect(try await bridges.encryptionKey.encrypt([7], with: "store") != first)
        }
    }

    @Test func `the app can read the simulated root status`() async throws {
        try await withPhone { device, bridges in
            #expect(await !bridges.utilities.isDeviceRooted())
            try device.change { $0.isRooted = true }
            #expect(await bridges.utilities.isDeviceRooted())
            #expect(FileManager.default.fileExists(atPath: bridges.utilities.storageDirectory))
        }
    }
}
