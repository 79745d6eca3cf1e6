// SPDX-License-Identifier: EUPL-1.2

import Foundation
import SDJWT
import Testing

/// A token with a flipped bit, a missing byte, an additional byte or an early end is refused: issuer or holder have signed every character.
struct ByteFlipTests {
    static func isAccepted(_ bytes: [UInt8]) async -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return (try? await Sample.verifier.verify(text, keyBinding: .required(Sample.binding), at: Sample.time)) != nil
    }

    static func token() async throws -> [UInt8] {
        let token = try await Sample.issued().disclosing([["given_name"], ["address", "locality"], ["nationalities", 1]])
        let bound = try await token.bound(nonce: Sample.binding.nonce, audience: Sample.binding.audience, issuedAt: Sample.now) {
            try Sample.holderKey.sign($0)
        }
        return Array(bound.serialized.utf8)
    }

    @Test func `a token with any bit flipped is refused`() async throws {
        let token = try await Self.token()
        #expect(await Self.isAccepted(token))
        for index in token.indices {
            for bit in 0..<8 {
                var flipped = token
                flipped[index] ^= 1 << UInt8(bit)
                if await Self.isAccepted(flipped) { Issue.record("accepted with bit \(bit) of byte \(index) flipped") }
            }
        }
    }

    @Test func `a token with a missing, doubled, replaced or trailing byte is refused`() async throws {
        let token = try await Self.token()
        for index in token.indices {
            var shorter = token
            shorter.remove(at: index)
            var longer = token
            longer.insert(token[index], at: index)
            var changes = [shorter, longer, Array(token.prefix(index))]
            for separator in "~.".utf8 where token[index] != separator {
                var replaced = token
                replaced[index] = separator
                changes.append(replaced)
            }
            for change in changes where change != token {
                if await Self.isAccepted(change) { Issue.record("accepted after a change of byte \(index)") }
            }
        }
        for suffix in ["~", ".", "=", " ", "\n", "\0", "A"] {
            #expect(await !Self.isAccepted(token + Array(suffix.utf8)))
        }
    }
}
