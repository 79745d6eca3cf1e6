// SPDX-License-Identifier: EUPL-1.2

import Foundation
import FuzzTargets
import Testing

/// What `make fuzz` does with millions of inputs, with some thousand.
struct FuzzTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `seeds and their mutations are read or refused without a crash`(_ name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        var generator = Numbers(state: 0x9E37_79B9_7F4A_7C15)
        for seed in try target.seeds() {
            _ = try await Self.run(target, seed)
            for _ in 0..<target.mutations { _ = try await Self.run(target, Self.mutated(seed, &generator)) }
        }
        _ = try await Self.run(target, [])
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func `at least one seed of each target is accepted`(_ name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        var outcomes: Set<FuzzOutcome> = []
        for seed in try target.seeds() { outcomes.insert(try await Self.run(target, seed)) }
        #expect(outcomes.contains(.accepted))
    }

    @Test func `every fuzz target has a unique name`() {
        #expect(Set(FuzzTarget.all.map(\.name)).count == FuzzTarget.all.count)
    }

    @Test func `a finding is reported with its input`() async {
        let target = FuzzTarget("refusing", seeds: { [] }, run: { _ throws(FuzzFinding) in throw FuzzFinding("a finding") })
        await #expect(throws: FuzzFinding("a finding; the input in base64: AQI=")) { try await Self.run(target, [1, 2]) }
    }

    /// Runs a target. Seeds have other signatures in every process, so only the input itself can repeat a finding.
    private static func run(_ target: FuzzTarget, _ input: [UInt8]) async throws(FuzzFinding) -> FuzzOutcome {
        do throws(FuzzFinding) {
            return try await target.run(input)
        } catch {
            throw FuzzFinding("\(error.description); the input in base64: \(Data(input).base64EncodedString())")
        }
    }

    private static func mutated(_ seed: [UInt8], _ generator: inout Numbers) -> [UInt8] {
        var input = seed
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let index = input.isEmpty ? 0 : Int.random(in: input.indices, using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !input.isEmpty: input[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 1 where !input.isEmpty: input[index] = .random(in: 0...255, using: &generator)
            case 2 where !input.isEmpty: input.remove(at: index)
            case 3: input.insert(.random(in: 0...255, using: &generator), at: index)
            default: input.append(contentsOf: input.prefix(index))
            }
        }
        return input
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}
