// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import Testing

/// The behaviour of every installed HSM.
@Suite(.timeLimit(.minutes(20)))
struct HSMConformanceTests {
    @Test(arguments: HSMKind.installed)
    func `a signature verifies only with its own public key, not with a key of a different purpose`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for purpose in SigningPurpose.allCases {
                for bytes in [[], [1, 2, 3], [UInt8](repeating: 7, count: 5000)] as [[UInt8]] {
                    let key = try #require(try await hsm.publicKeys(for: purpose).first)
                    let signature = try await hsm.sign(bytes, with: key.keyID, for: purpose)
                    let parsed = try P256.Signing.ECDSASignature(rawRepresentation: signature)
                    #expect(signature.count == 64)
                    #expect(key.key.isValidSignature(parsed, for: bytes))
                    #expect(!key.key.isValidSignature(parsed, for: bytes + [0]))
                    for other in SigningPurpose.allCases where other != purpose {
                        let otherKey = try #require(try await hsm.publicKeys(for: other).first)
                        #expect(otherKey.keyID != key.keyID)
                        #expect(!otherKey.key.isValidSignature(parsed, for: bytes))
                    }
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a key of a different purpose or an unknown key neither signs nor is found`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let result = try #require(try await hsm.publicKeys(for: .result).first)
            for keyID in [result.keyID, "", "certificate-0000000000000000"] {
                await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.sign([1], with: keyID, for: .certificate) }
                #expect(try await hsm.publicKey(withID: keyID, for: .certificate) == nil)
            }
            #expect(try await hsm.publicKey(withID: result.keyID, for: .result)?.key.rawRepresentation == result.key.rawRepresentation)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a key's id consists of its purpose and a hash of its public key`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for purpose in SigningPurpose.allCases {
                let key = try #require(try await hsm.publicKeys(for: purpose).first)
                #expect(key.keyID == HSMPublicKey(key.key, for: purpose).keyID)
                #expect(key.keyID.wholeMatch(of: /[a-zA-Z]+-[0-9a-f]{16}/) != nil)
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `sealed data opens, and sealing twice gives different results`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for plaintext in [[], [1], [UInt8](repeating: 5, count: 5000)] as [[UInt8]] {
                for associatedData in [[], [9]] as [[UInt8]] {
                    let sealed = try await hsm.seal(plaintext, for: .pinKeyEncryption, associatedData: associatedData)
                    #expect(sealed.count == plaintext.count + 29)
                    #expect(try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: associatedData) == plaintext)
                    #expect(try await hsm.seal(plaintext, for: .pinKeyEncryption, associatedData: associatedData) != sealed)
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `data that is altered, truncated, extended or sealed for a different context does not open`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let sealed = try await hsm.seal([1, 2, 3], for: .pinKeyEncryption, associatedData: [9])
            for associatedData in [[], [8], [9, 9], [0, 9]] as [[UInt8]] {
                await #expect(throws: HSMError(.notAuthentic, "")) {
                    try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: associatedData)
                }
            }
            var others = sealed.indices.map { index in sealed.enumerated().map { $0 == index ? $1 ^ 1 : $1 } }
            others += sealed.indices.map { Array(sealed.prefix($0)) }
            others.append(sealed + [0])
            for other in others {
                await #expect(throws: HSMError(.notAuthentic, "")) {
                    try await hsm.open(other, for: .pinKeyEncryption, associatedData: [9])
                }
            }
            #expect(try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: [9]) == [1, 2, 3])
        }
    }

    @Test(arguments: HSMKind.installed)
    func `opening with an HMAC gives the plaintext and its HMAC for the purpose, and nothing for altered data`(
        _ kind: HSMKind
    ) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for plaintext in [[], [1, 2, 3]] as [[UInt8]] {
                let sealed = try await hsm.seal(plaintext, for: .pinKeyEncryption, associatedData: [9])
                for purpose in [AuthenticationPurpose.pinKeyDisclosureProtection, .revocationCode] {
                    let (opened, code) = try await hsm.openAndAuthenticate(
                        sealed, for: .pinKeyEncryption, associatedData: [9], authenticatingFor: purpose)
                    #expect(opened == plaintext)
                    #expect(code == (try await hsm.authenticationCode(over: plaintext, for: purpose)))
                }
                for (other, associatedData) in [(sealed + [0], [9]), (sealed, [8])] as [([UInt8], [UInt8])] {
                    await #expect(throws: HSMError(.notAuthentic, "")) {
                        try await hsm.openAndAuthenticate(
                            other, for: .pinKeyEncryption, associatedData: associatedData, authenticatingFor: .revocationCode)
                    }
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `different HSMs share no keys`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let sealed = try await hsm.seal([1], for: .pinKeyEncryption, associatedData: [])
            let code = try await hsm.authenticationCode(over: [1], for: .revocationCode)
            let keyID = try #require(try await hsm.publicKeys(for: .result).first).keyID
            try await HSMUnderTest(kind).run { (other) async throws in
                await #expect(throws: HSMError(.notAuthentic, "")) {
                    try await other.open(sealed, for: .pinKeyEncryption, associatedData: [])
                }
                await #expect(throws: HSMError(.keyMissing, "")) { try await other.sign([1], with: keyID, for: .result) }
                #expect(try await other.authenticationCode(over: [1], for: .revocationCode) != code)
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `HMACs are the same in all sessions and depend only on the bytes and the purpose`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let codes = try await withThrowingTaskGroup(of: [UInt8].self, returning: Set<[UInt8]>.self) { group in
                for _ in 0..<64 { group.addTask { try await hsm.authenticationCode(over: [1, 2], for: .revocationCode) } }
                return try await group.reduce(into: []) { $0.insert($1) }
            }
            let code = try #require(codes.first)
            #expect(codes.count == 1)
            #expect(code.count == 32)
            for other in [[], [1], [1, 3], [1, 2, 0]] as [[UInt8]] {
                #expect(try await hsm.authenticationCode(over: other, for: .revocationCode) != code)
            }
            #expect(try await hsm.authenticationCode(over: [1, 2], for: .pinKeyDisclosureProtection) != code)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `the keys are the same after a restart`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        var sealed: [UInt8] = []
        var code: [UInt8] = []
        var keys: [KeyDescription] = []
        try await place.run { (hsm) async throws in
            sealed = try await hsm.seal([1], for: .pinKeyEncryption, associatedData: [])
            code = try await hsm.authenticationCode(over: [1], for: .revocationCode)
            keys = try await hsm.list()
        }
        try await place.run { (hsm) async throws in
            #expect(try await hsm.open(sealed, for: .pinKeyEncryption, associatedData: []) == [1])
            #expect(try await hsm.authenticationCode(over: [1], for: .revocationCode) == code)
            #expect(try await hsm.list() == keys)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `ten thousand concurrent mixed operations give correct results`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let outcome = try await MixedOperations(hsm).run(10_000)
            #expect(outcome == MixedOperations.Outcome(right: 10_000))
        }
    }
}
