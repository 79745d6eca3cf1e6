// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import PKCS11HSM
import TestEnvironment
import Testing

/// Keys that are published before they sign, on each installed HSM. A token stores times in seconds.
@Suite(.timeLimit(.minutes(20)))
struct NextKeyTests {
    private static let day = 86_400.0

    @Test(arguments: HSMKind.installed, SigningPurpose.allCases)
    func `a next key is published after the signing key and does not sign yet`(
        _ kind: HSMKind, _ purpose: SigningPurpose
    ) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let active = try #require(try await hsm.publicKeys(for: purpose).first)
            let others = try await hsm.list().filter { $0.purpose != .signing(purpose) }
            let next = try await hsm.makeNextKey(for: purpose)
            #expect(next.state == .next && next.expires == nil && next.purpose == .signing(purpose))
            #expect(try await hsm.publicKeys(for: purpose).map(\.keyID) == [active.keyID, next.keyID])
            #expect(try await hsm.publicKey(withID: next.keyID, for: purpose) != nil)
            #expect(try await hsm.list().filter { $0.purpose != .signing(purpose) } == others)
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.sign([1], with: next.keyID, for: purpose) }
            #expect(try await hsm.sign([1], with: active.keyID, for: purpose).count == 64)
            // The passage of time neither activates nor expires it.
            place.clock.advance(seconds: Int64(4000 * Self.day))
            #expect(try await hsm.publicKeys(for: purpose).map(\.keyID) == [active.keyID, next.keyID])
            #expect(try await hsm.createKeys() == [])
        }
    }

    @Test(arguments: HSMKind.installed)
    func `an activated key signs, and the previous key verifies until its expiry`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let old = try #require(try await hsm.publicKeys(for: .certificate).first)
            let signature = try await hsm.sign([1], with: old.keyID, for: .certificate)
            let next = try await hsm.makeNextKey(for: .certificate)
            place.clock.advance(seconds: Int64(Self.day))
            let active = try await hsm.activateNextKey(
                for: .certificate, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(10 * Self.day))
            #expect(active.keyID == next.keyID && active.state == .active && active.created == next.created)
            let keys = try await hsm.publicKeys(for: .certificate)
            #expect(keys.map(\.keyID) == [next.keyID, old.keyID])
            let new = try await hsm.sign([2], with: next.keyID, for: .certificate)
            #expect(try #require(keys.first).key.isValidSignature(.init(rawRepresentation: new), for: [2] as [UInt8]))
            #expect(old.key.isValidSignature(try .init(rawRepresentation: signature), for: [1] as [UInt8]))
            #expect(try await hsm.publicKey(withID: old.keyID, for: .certificate) != nil)
            place.clock.advance(seconds: Int64(10 * Self.day + 1))
            #expect(try await hsm.publicKeys(for: .certificate).map(\.keyID) == [next.keyID])
            #expect(try await hsm.list().filter { $0.purpose == .signing(.certificate) }.map(\.state) == [.active, .expired])
        }
    }

    @Test(arguments: HSMKind.installed)
    func `without a next key nothing is activated and nothing changes`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let before = try await hsm.list()
            await #expect(throws: HSMError(.keyMissing, "")) {
                try await hsm.activateNextKey(for: .result, oldKeysVerifyUntil: .distantFuture)
            }
            #expect(try await hsm.list() == before)
            // Nor is the next key of a different purpose activated.
            _ = try await hsm.makeNextKey(for: .certificate)
            await #expect(throws: HSMError(.keyMissing, "")) {
                try await hsm.activateNextKey(for: .result, oldKeysVerifyUntil: .distantFuture)
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a purpose has at most one next key, also after a restart`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        var next: KeyDescription?
        try await place.run { (hsm) async throws in
            next = try await hsm.makeNextKey(for: .result)
            #expect(try await hsm.makeNextKey(for: .result) == next)
        }
        try await place.run { (hsm) async throws in
            #expect(try await hsm.makeNextKey(for: .result) == next)
            #expect(try await hsm.list().filter { $0.purpose == .signing(.result) }.map(\.state) == [.active, .next])
            let second = try await hsm.activateNextKey(for: .result, oldKeysVerifyUntil: place.clock.now)
            place.clock.advance(seconds: 1)
            #expect(try await hsm.makeNextKey(for: .result).keyID != second.keyID)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `only a key that does not sign can be retired`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let first = try #require(try await hsm.publicKeys(for: .result).first)
            await #expect(throws: HSMError(.keyUnfit, "")) { try await hsm.retireKey(first.keyID, for: .result) }
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.retireKey(first.keyID, for: .certificate) }
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.retireKey("result-0000000000000000", for: .result) }
            let next = try await hsm.makeNextKey(for: .result)
            place.clock.advance(seconds: 1)
            #expect(try await hsm.retireKey(next.keyID, for: .result).state == .expired)
            #expect(try await hsm.publicKeys(for: .result).map(\.keyID) == [first.keyID])
            await #expect(throws: HSMError(.keyMissing, "")) {
                try await hsm.activateNextKey(for: .result, oldKeysVerifyUntil: .distantFuture)
            }
            let second = try await hsm.makeNextKey(for: .result)
            _ = try await hsm.activateNextKey(for: .result, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(Self.day))
            #expect(try await hsm.retireKey(first.keyID, for: .result).state == .expired)
            #expect(try await hsm.publicKeys(for: .result).map(\.keyID) == [second.keyID])
        }
    }

    @Test(arguments: HSMKind.installed)
    func `an emergency rotation does not use up the next key`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let old = try #require(try await hsm.publicKeys(for: .result).first)
            let next = try await hsm.makeNextKey(for: .result)
            place.clock.advance(seconds: 1)
            let new = try await hsm.rotate(.result, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(Self.day))
            #expect(try await hsm.publicKeys(for: .result).map(\.keyID) == [new.keyID, next.keyID, old.keyID])
            #expect(try await hsm.list().first { $0.keyID == next.keyID }?.state == .next)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `no signature fails while keys are created, activated and retired`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        if number == 100 {
                            for _ in 0..<3 {
                                _ = try await hsm.makeNextKey(for: .result)
                                _ = try await hsm.activateNextKey(
                                    for: .result, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(Self.day))
                            }
                            return true
                        }
                        let key = try #require(try await hsm.publicKeys(for: .result).first)
                        let signature = try await hsm.sign([UInt8(number)], with: key.keyID, for: .result)
                        return key.key.isValidSignature(try .init(rawRepresentation: signature), for: [UInt8(number)])
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }

    // MARK: Replicas

    @Test func `a replica on the same files follows each change at its next call`() async throws {
        let directory = try TemporaryDirectory()
        func open() throws -> SoftwareHSM { try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")) }
        let (server, tool) = (try open(), try open())
        let old = try #require(try await server.publicKeys(for: .result).first)
        let next = try await tool.makeNextKey(for: .result)
        #expect(try await server.publicKeys(for: .result).map(\.keyID) == [old.keyID, next.keyID])
        _ = try await tool.activateNextKey(for: .result, oldKeysVerifyUntil: .distantFuture)
        #expect(try await server.publicKeys(for: .result).map(\.keyID) == [next.keyID, old.keyID])
        #expect(try await server.sign([1], with: next.keyID, for: .result).count == 64)
        _ = try await tool.retireKey(old.keyID, for: .result)
        #expect(try await server.publicKeys(for: .result).map(\.keyID) == [next.keyID])
    }

    @Test func `a replica on the same token immediately verifies signatures of a newly activated key`() async throws {
        let token = try SoftHSMToken()
        let clock = TestClock(at: 1_790_000_000_250)
        let tool = try await PKCS11HSM(
            token.configuration, module: FaultyModule(PKCS11Module(path: token.modulePath)), requiresAllKeys: false, clock: { clock.now })
        _ = try await tool.createKeys()
        let replica = try await PKCS11HSM(
            token.configuration, module: FaultyModule(PKCS11Module(path: token.anotherModule())), clock: { clock.now })
        let old = try #require(try await replica.publicKeys(for: .certificate).first)
        let next = try await tool.makeNextKey(for: .certificate)
        clock.advance(seconds: 31)
        #expect(try await replica.publicKeys(for: .certificate).map(\.keyID) == [old.keyID, next.keyID])
        _ = try await tool.activateNextKey(for: .certificate, oldKeysVerifyUntil: clock.now.addingTimeInterval(Self.day))
        // The replica has not read its key list again yet: it signs with the old key, which verifies, and knows the new key.
        #expect(try await replica.publicKeys(for: .certificate).map(\.keyID) == [old.keyID, next.keyID])
        #expect(try await replica.sign([1], with: old.keyID, for: .certificate).count == 64)
        #expect(try await replica.publicKey(withID: next.keyID, for: .certificate) != nil)
        clock.advance(seconds: 31)
        #expect(try await replica.publicKeys(for: .certificate).map(\.keyID) == [next.keyID, old.keyID])
        #expect(try await replica.sign([1], with: next.keyID, for: .certificate).count == 64)
        await tool.close()
        await replica.close()
    }
}
