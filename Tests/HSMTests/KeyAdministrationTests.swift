// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import TestEnvironment
import Testing

/// The operator's key functions on each installed HSM. A token stores times in seconds.
@Suite(.timeLimit(.minutes(20)))
struct KeyAdministrationTests {
    static let day = 86_400.0

    @Test(arguments: HSMKind.installed)
    func `initially every purpose has one active key`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let keys = try await hsm.list()
            #expect(keys.map(\.purpose) == KeyPurpose.allCases)
            #expect(keys.allSatisfy { $0.state == .active && $0.expires == nil })
            #expect(Set(keys.map(\.keyID)).count == keys.count)
            for key in keys {
                let age = place.clock.now.timeIntervalSince(try #require(key.created))
                #expect((0..<1).contains(age))
                #expect(key.keyID.hasPrefix(key.purpose.name + "-"))
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `creating keys again creates and changes none`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let before = try await hsm.list()
            #expect(try await hsm.createKeys() == [])
            #expect(try await hsm.list() == before)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `after a rotation the new key signs and the old one verifies until it expires`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let old = try #require(try await hsm.publicKeys(for: .certificate).first)
            let others = try await hsm.list().filter { $0.purpose != .signing(.certificate) }
            let expiry = place.clock.now.addingTimeInterval(10 * Self.day)
            let new = try await hsm.rotate(.certificate, oldKeysVerifyUntil: expiry)
            #expect(new.state == .active)
            #expect(try await hsm.publicKeys(for: .certificate).map(\.keyID) == [new.keyID, old.keyID])
            #expect(try await hsm.publicKey(withID: old.keyID, for: .certificate) != nil)
            #expect(try await hsm.list().filter { $0.purpose != .signing(.certificate) } == others)

            let listed = try await hsm.list().filter { $0.purpose == .signing(.certificate) }
            #expect(listed.map(\.state) == [.active, .verifyOnly])
            let listedExpiry = try #require(listed.last?.expires)
            #expect((0..<1).contains(listedExpiry.timeIntervalSince(expiry)))

            // A call that started before the rotation succeeds.
            let signature = try await hsm.sign([1], with: old.keyID, for: .certificate)
            #expect(old.key.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: [1] as [UInt8]))

            place.clock.advance(seconds: Int64(10 * Self.day - 1))
            #expect(try await hsm.publicKeys(for: .certificate).map(\.keyID) == [new.keyID, old.keyID])
            place.clock.advance(seconds: 2)
            #expect(try await hsm.publicKeys(for: .certificate).map(\.keyID) == [new.keyID])
            #expect(try await hsm.publicKey(withID: old.keyID, for: .certificate) == nil)
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.sign([1], with: old.keyID, for: .certificate) }
            #expect(try await hsm.list().filter { $0.purpose == .signing(.certificate) }.map(\.state) == [.active, .expired])
        }
    }

    @Test(arguments: HSMKind.installed)
    func `an old key with an expiry that is not in the future expires immediately`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let old = try #require(try await hsm.publicKeys(for: .result).first)
            let new = try await hsm.rotate(.result, oldKeysVerifyUntil: place.clock.now)
            #expect(try await hsm.publicKeys(for: .result).map(\.keyID) == [new.keyID])
            await #expect(throws: HSMError(.keyMissing, "")) { try await hsm.sign([1], with: old.keyID, for: .result) }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a later rotation shortens later expiries and extends none`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            let now = place.clock.now
            _ = try await hsm.rotate(.result, oldKeysVerifyUntil: now.addingTimeInterval(30 * Self.day))
            place.clock.advance(seconds: Int64(Self.day))
            _ = try await hsm.rotate(.result, oldKeysVerifyUntil: now.addingTimeInterval(5 * Self.day))
            let shortened = try await hsm.list().filter { $0.purpose == .signing(.result) }.map(\.expires)
            #expect(shortened.count == 3)
            #expect(shortened.first == .some(nil))
            for expiry in shortened.dropFirst() {
                #expect((0..<1).contains(try #require(expiry).timeIntervalSince(now.addingTimeInterval(5 * Self.day))))
            }
            _ = try await hsm.rotate(.result, oldKeysVerifyUntil: now.addingTimeInterval(90 * Self.day))
            let after = try await hsm.list().filter { $0.purpose == .signing(.result) }.map(\.expires)
            #expect(Array(after.suffix(2)) == Array(shortened.suffix(2)))
        }
    }

    @Test(arguments: HSMKind.installed)
    func `rotations survive a restart, with the newest key first`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        var names: [String] = []
        try await place.run { (hsm) async throws in
            names = try await hsm.publicKeys(for: .certificate).map(\.keyID)
            for _ in 0..<3 {
                place.clock.advance(seconds: Int64(Self.day))
                let key = try await hsm.rotate(.certificate, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(100 * Self.day))
                names.insert(key.keyID, at: 0)
            }
        }
        try await place.run { (hsm) async throws in
            #expect(try await hsm.publicKeys(for: .certificate).map(\.keyID) == names)
        }
    }

    @Test(arguments: HSMKind.installed)
    func `no operation fails during a rotation of its key`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        try await place.run { (hsm) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        if number % 100 == 50 {
                            _ = try await hsm.rotate(.result, oldKeysVerifyUntil: place.clock.now.addingTimeInterval(Self.day))
                            return true
                        }
                        let key = try #require(try await hsm.publicKeys(for: .result).first)
                        let signature = try await hsm.sign([UInt8(number & 255)], with: key.keyID, for: .result)
                        return key.key.isValidSignature(
                            try P256.Signing.ECDSASignature(rawRepresentation: signature), for: [UInt8(number & 255)])
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(try await hsm.list().filter { $0.purpose == .signing(.result) }.count == 5)
        }
    }
}
