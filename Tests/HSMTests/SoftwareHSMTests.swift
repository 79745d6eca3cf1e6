// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import TestEnvironment
import Testing

struct SoftwareHSMTests {
    let directory: TemporaryDirectory
    let hsm: SoftwareHSM

    init() throws {
        directory = try TemporaryDirectory()
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
    }

    @Test(arguments: SigningPurpose.allCases)
    func `a signature of the software HSM verifies only with the key of its own purpose`(_ purpose: SigningPurpose) async throws {
        let key = try #require(try await hsm.publicKeys(for: purpose).first)
        let signature = try await hsm.sign([1, 2, 3], with: key.keyID, for: purpose)
        let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
        #expect(signature.count == 64)
        #expect(key.key.isValidSignature(parsed, for: [1, 2, 3] as [UInt8]))
        for other in SigningPurpose.allCases where other != purpose {
            let otherKey = try #require(try await hsm.publicKeys(for: other).first)
            #expect(otherKey.keyID != key.keyID)
            #expect(!otherKey.key.isValidSignature(parsed, for: [1, 2, 3] as [UInt8]))
        }
    }

    @Test func `a key of a different purpose or an unknown key does not sign`() async throws {
        let result = try #require(try await hsm.publicKeys(for: .result).first)
        for keyID in [result.keyID, "", "certificate-0000000000000000"] {
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.sign([1], with: keyID, for: .certificate) }
        }
    }

    @Test(arguments: [[], [1], [UInt8](repeating: 5, count: 5000)] as [[UInt8]])
    func `sealed data can be opened again`(_ plaintext: [UInt8]) async throws {
        let sealed = try await hsm.seal(plaintext, for: .pinKeyEncryption, associatedData: [9])
        #expect(sealed.count == plaintext.count + 29)
        #expect(try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: [9]) == plaintext)
    }

    @Test func `sealing the same plaintext twice gives different results`() async throws {
        let first = try await hsm.seal([1], for: .pinKeyEncryption, associatedData: [])
        #expect(try await hsm.seal([1], for: .pinKeyEncryption, associatedData: []) != first)
    }

    @Test func `data sealed for a different purpose or context does not open`() async throws {
        let sealed = try await hsm.seal([1, 2, 3], for: .pinKeyEncryption, associatedData: [9])
        for associatedData in [[], [8], [9, 9], [0, 9]] as [[UInt8]] {
            await #expect(throws: HSMError(.notAuthentic, "")) {
                try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: associatedData)
            }
        }
    }

    @Test func `altered, truncated or extended data does not open`() async throws {
        let sealed = try await hsm.seal([1, 2, 3], for: .pinKeyEncryption, associatedData: [9])
        var changed = sealed.indices.map { index in
            var copy = sealed
            copy[index] ^= 1
            return copy
        }
        changed += sealed.indices.map { Array(sealed.prefix($0)) }
        changed.append(sealed + [0])
        for sealed in changed {
            await #expect(throws: HSMError(.notAuthentic, "")) {
                try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: [9])
            }
        }
    }

    @Test func `sealed data does not open in a different HSM`() async throws {
        let other = try SoftwareHSM(keyFile: directory.path("keys2"), secretFile: directory.path("secret2"))
        let sealed = try await hsm.seal([1], for: .pinKeyEncryption, associatedData: [])
        await #expect(throws: HSMError(.notAuthentic, "")) { try await other.open(sealed, for: .pinKeyEncryption, associatedData: []) }
    }

    @Test func `HMACs depend only on the bytes, the purpose and the HSM`() async throws {
        let code = try await hsm.authenticationCode(over: [1, 2], for: .revocationCode)
        #expect(code.count == 32)
        #expect(try await hsm.authenticationCode(over: [1, 2], for: .revocationCode) == code)
        #expect(try await hsm.authenticationCode(over: [1, 3], for: .revocationCode) != code)
        #expect(try await hsm.authenticationCode(over: [1, 2], for: .pinKeyDisclosureProtection) != code)
        let other = try SoftwareHSM(keyFile: directory.path("keys2"), secretFile: directory.path("secret2"))
        #expect(try await other.authenticationCode(over: [1, 2], for: .revocationCode) != code)
    }

    @Test func `concurrent operations give correct results`() async throws {
        let key = try #require(try await hsm.publicKeys(for: .result).first)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<100 {
                group.addTask { [hsm] in
                    let bytes = [UInt8(number)]
                    let signature = try await hsm.sign(bytes, with: key.keyID, for: .result)
                    return key.key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: bytes)
                }
            }
            for try await isValid in group { #expect(isValid) }
        }
    }
}
