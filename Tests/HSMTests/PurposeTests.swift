// SPDX-License-Identifier: EUPL-1.2

import HSM
import Testing

/// A key of one purpose is unusable for other purposes, on each installed HSM.
@Suite(.timeLimit(.minutes(20)))
struct PurposeTests {
    static let notAuthentic = HSMError(.notAuthentic, "")

    @Test func `no name of a purpose equals or is a prefix of a different purpose's name`() {
        let names = KeyPurpose.allCases.map(\.name)
        for (index, name) in names.enumerated() {
            for (other, otherName) in names.enumerated() where other != index { #expect(!otherName.hasPrefix(name)) }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `data sealed for one purpose opens for no other`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            for purpose in EncryptionPurpose.allCases {
                let sealed = try await hsm.seal([1, 2, 3], for: purpose, associatedData: [9])
                #expect(try await hsm.open(sealed, for: purpose, associatedData: [9]) == [1, 2, 3])
                for other in EncryptionPurpose.allCases where other != purpose {
                    await #expect(throws: Self.notAuthentic) { try await hsm.open(sealed, for: other, associatedData: [9]) }
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `the HMACs of all purposes differ and never change`(_ kind: HSMKind) async throws {
        let place = try HSMUnderTest(kind)
        var before: [[UInt8]] = []
        for _ in 0..<2 {
            try await place.run { (hsm) async throws in
                for bytes in [[], [1, 2], [UInt8](repeating: 3, count: 5000)] as [[UInt8]] {
                    var codes: Set<[UInt8]> = []
                    for purpose in AuthenticationPurpose.allCases {
                        let code = try await hsm.authenticationCode(over: bytes, for: purpose)
                        #expect(code.count == 32)
                        #expect(codes.insert(code).inserted)
                        before.append(code)
                    }
                }
            }
        }
        #expect(before.prefix(before.count / 2) == before.suffix(before.count / 2))
    }

    @Test(arguments: HSMKind.installed)
    func `sealed data is not accepted as a user's key, and a user's key is not accepted as sealed data`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let wrapped = try await hsm.makeWalletKey(boundTo: [9]).wrapped
            for purpose in EncryptionPurpose.allCases {
                for length in [0, 32, 65, 150] {
                    let sealed = try await hsm.seal([UInt8](repeating: 1, count: length), for: purpose, associatedData: [9])
                    for format in 0...4 as ClosedRange<UInt8> {
                        await #expect(throws: Self.notAuthentic) {
                            try await hsm.sign([1], withWrapped: [format] + sealed.dropFirst(), boundTo: [9])
                        }
                    }
                }
                for format in 0...4 as ClosedRange<UInt8> {
                    for associatedData in [[], [9], Array("user's key, wrapped".utf8) + [9]] as [[UInt8]] {
                        await #expect(throws: Self.notAuthentic) {
                            try await hsm.open([format] + wrapped.dropFirst(), for: purpose, associatedData: associatedData)
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: HSMKind.installed)
    func `no HMAC of a purpose equals the HMAC of a user's key`(_ kind: HSMKind) async throws {
        try await HSMUnderTest(kind).run { (hsm) async throws in
            let wrapped = try await hsm.makeWalletKey(boundTo: [9]).wrapped
            let key = wrapped.dropFirst(33)
            for purpose in AuthenticationPurpose.allCases {
                for message in [[3, 0, 0, 0, 0, 0, 0, 0, 1, 8] + key, [3, 8] + key, [8] + key, Array(key)] as [[UInt8]] {
                    let code = try await hsm.authenticationCode(over: message, for: purpose)
                    await #expect(throws: Self.notAuthentic) {
                        try await hsm.sign([1], withWrapped: wrapped.prefix(1) + code + key, boundTo: [8])
                    }
                }
            }
        }
    }
}
