// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Foundation
import MDoc
import Testing

/// A response with a flipped bit, a missing byte, an additional byte or an early end is refused: issuer, device or root have signed every byte,
/// or it has only one accepted form.
struct ByteFlipTests {
    static func small() throws -> [UInt8] {
        var forgery = Forgery()
        forgery.items = [Forgery.item(0, "age_over_18", .bool(true))]
        return try forgery.response()
    }

    static func isAccepted(_ bytes: [UInt8]) async throws -> Bool {
        let verifier = try Sample.verifier()
        return (try? await verifier.verify(response: bytes, for: Sample.transcript, at: Sample.time)) != nil
    }

    @Test func `an mdoc with any bit flipped is refused`() async throws {
        let response = try Self.small()
        #expect(try await Self.isAccepted(response))
        for index in response.indices {
            for bit in 0..<8 {
                var flipped = response
                flipped[index] ^= 1 << UInt8(bit)
                if try await Self.isAccepted(flipped) { Issue.record("accepted with bit \(bit) of byte \(index) flipped") }
            }
        }
    }

    @Test func `an mdoc with a missing, doubled, cleared or trailing byte is refused`() async throws {
        let response = try Self.small()
        for index in response.indices {
            var shorter = response
            shorter.remove(at: index)
            var longer = response
            longer.insert(response[index], at: index)
            var changes = [shorter, longer, Array(response.prefix(index))]
            for byte in [0x00, 0xff] as [UInt8] where response[index] != byte {
                var replaced = response
                replaced[index] = byte
                changes.append(replaced)
            }
            for change in changes where change != response {
                if try await Self.isAccepted(change) { Issue.record("accepted after a change of byte \(index)") }
            }
        }
        for suffix in [[0], [0xff], [0xf6], [0xa0], response] as [[UInt8]] {
            #expect(try await !Self.isAccepted(response + suffix))
        }
    }

    @Test func `random bytes, and random pieces of responses, are refused`() async throws {
        let response = try Self.small()
        var generator = SeededGenerator(state: 0x5eed)
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<200, using: &generator)
            let garbage = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(try await !Self.isAccepted(garbage))
            let cut = Int.random(in: 1..<response.count, using: &generator)
            let from = Int.random(in: 0..<response.count, using: &generator)
            let spliced = Array(response[..<cut]) + Array(response[from...])
            if spliced != response { #expect(try await !Self.isAccepted(spliced)) }
        }
    }
}

/// A generator with the same numbers in every run.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let mixed = (state ^ (state >> 33)) &* 0xff51_afd7_ed55_8ccd
        return mixed ^ (mixed >> 33)
    }
}
