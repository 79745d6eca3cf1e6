// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import Testing

/// The users' keys on each installed HSM.
@Suite(.timeLimit(.minutes(20)))
struct WalletKeyTests {
    static let notAuthentic = HSMError(.notAuthentic, "")

    @Test(arguments: HSMKind.installed)
    func `a user's signature verifies only with that user's public key`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let other = try await hsm.makeWalletKey(boundTo: [1, 2])
            for binding in [[], [1], [1, 2], [UInt8](repeating: 7, count: 5000)] as [[UInt8]] {
                let key = try await hsm.makeWalletKey(boundTo: binding)
                #expect((61...255).contains(key.wrapped.count))
                for bytes in [[], [1, 2, 3], [UInt8](repeating: 9, count: 5000)] as [[UInt8]] {
                    let signature = try await hsm.sign(bytes, withWrapped: key.wrapped, boundTo: binding)
                    #expect(key.publicKey.verifies(signature, over: bytes))
                    #expect(!key.publicKey.verifies(signature, over: bytes + [0]))
                    #expect(!other.publicKey.verifies(signature, over: bytes))
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `no two user keys are equal, plain or wrapped`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            var seen: Set<[UInt8]> = []
            for _ in 0..<50 {
                let key = try await hsm.makeWalletKey(boundTo: [1])
                #expect(seen.insert(Array(key.publicKey.rawRepresentation)).inserted)
                #expect(seen.insert(key.wrapped).inserted)
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a key with a different binding does not sign`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let binding: [UInt8] = [1, 2, 3]
            let key = try await hsm.makeWalletKey(boundTo: binding)
            for other in [[], [1, 2], [1, 2, 4], [1, 2, 3, 0], [0, 1, 2, 3], [UInt8](repeating: 1, count: 100_000)] as [[UInt8]] {
                await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: key.wrapped, boundTo: other) }
            }
            // No byte may move between the wrapped key and the binding.
            for wrapped in [Array(key.wrapped.dropLast()), [3] + key.wrapped, Array(key.wrapped.dropFirst())] {
                for other in [binding, [1, 2], binding + key.wrapped.suffix(1)] {
                    await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: wrapped, boundTo: other) }
                }
            }
            // Moving bytes between the key and the binding fails in both directions.
            let (head, tail) = (key.wrapped.prefix(33), key.wrapped.dropFirst(33))
            for (wrapped, other) in [(head + tail.dropFirst(), binding + tail.prefix(1)), (head + [3] + tail, [1, 2])] {
                await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: Array(wrapped), boundTo: other) }
            }
            #expect(key.publicKey.verifies(try await hsm.sign([1], withWrapped: key.wrapped, boundTo: binding), over: [1]))
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a wrapped key that is altered anywhere, truncated or extended does not sign`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let key = try await hsm.makeWalletKey(boundTo: [9])
            var others = key.wrapped.indices.flatMap { index in
                [1, 0x80, 0xFF].map { mask in key.wrapped.enumerated().map { $0 == index ? $1 ^ mask : $1 } }
            }
            others += key.wrapped.indices.map { Array(key.wrapped.prefix($0)) }
            others += [1, 8, 16, 100_000].map { key.wrapped + [UInt8](repeating: 0, count: $0) }
            others.append(key.wrapped + key.wrapped)
            for other in others {
                await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: other, boundTo: [9]) }
            }
            #expect(key.publicKey.verifies(try await hsm.sign([1], withWrapped: key.wrapped, boundTo: [9]), over: [1]))
        }
    }

    @Test(arguments: HSMKind.installed)
    func `parts of two keys do not form a key`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let first = try await hsm.makeWalletKey(boundTo: [9]).wrapped
            let second = try await hsm.makeWalletKey(boundTo: [9]).wrapped
            // The first byte is the same in both.
            for cut in 2..<min(first.count, second.count) - 1 {
                await #expect(throws: Self.notAuthentic) {
                    try await hsm.sign([1], withWrapped: Array(first.prefix(cut) + second.dropFirst(cut)), boundTo: [9])
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `a different HSM cannot sign with a user's key, whatever the kind of HSM`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for otherKind in HSMKind.installed {
                try await HSMUnderTest(otherKind).run { (other) async throws in
                    let wrapped = try await other.makeWalletKey(boundTo: [9]).wrapped
                    await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: wrapped, boundTo: [9]) }
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `user keys can sign after a restart`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        var keys: [WrappedKey] = []
        try await place.run { (hsm) async throws in
            for number in 0..<5 as Range<UInt8> { keys.append(try await hsm.makeWalletKey(boundTo: [number])) }
        }
        try await place.run { (hsm) async throws in
            for (number, key) in keys.enumerated() {
                let signature = try await hsm.sign([1], withWrapped: key.wrapped, boundTo: [UInt8(number)])
                #expect(key.publicKey.verifies(signature, over: [1]))
                await #expect(throws: Self.notAuthentic) { try await hsm.sign([1], withWrapped: key.wrapped, boundTo: [9]) }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `user keys that are created and used concurrently are never confused`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<200 as Range<UInt8> {
                    group.addTask {
                        let key = try await hsm.makeWalletKey(boundTo: [number])
                        let signatures = try await (0..<3 as Range<UInt8>).asyncMap {
                            try await hsm.sign([number, $0], withWrapped: key.wrapped, boundTo: [number])
                        }
                        return signatures.enumerated().allSatisfy { key.publicKey.verifies($1, over: [number, UInt8($0)]) }
                    }
                }
                for try await isRight in group { #expect(isRight) }
            }
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
