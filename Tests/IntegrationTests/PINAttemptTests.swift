// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import Testing
import WalletCore
import WalletInterface

/// The full table of wrong PINs, by the protocol's policy.
@Suite struct PINAttemptTests {
    /// The outcome of the n-th consecutive wrong PIN: attempts left, a delay in seconds, or the block.
    enum Expected: Sendable, Equatable {
        case left(Int, isFinal: Bool)
        case wait(TimeInterval)
        case blocked
    }

    static let table: [Expected] = [
        .left(3, isFinal: false), .left(2, isFinal: false), .left(1, isFinal: false), .wait(60),
        .left(3, isFinal: false), .left(2, isFinal: false), .left(1, isFinal: false), .wait(300),
        .left(3, isFinal: false), .left(2, isFinal: false), .left(1, isFinal: false), .wait(3600),
        .left(3, isFinal: true), .left(2, isFinal: true), .left(1, isFinal: true), .blocked,
    ]

    private struct OutcomeUnknown: Error {}

    private func enter(_ digits: String, _ core: Core, _ fixture: Fixture) async throws -> Expected? {
        switch try await core.unlock(pin: pin(digits)) {
        case .valid: nil
        case .invalid(let left, let isFinal): .left(left, isFinal: isFinal)
        case .temporarilyBlocked(let until): .wait(until.timeIntervalSince(fixture.clock.now).rounded())
        case .permanentlyBlocked: .blocked
        case .outcomeUnknown: throw OutcomeUnknown()
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `LTC46 and LTC47: sixteen wrong PINs cause the policy's waiting periods and then a permanent block`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            for expected in Self.table {
                #expect(try await enter(Fixture.wrong, core, fixture) == expected)
                guard case .wait(let seconds) = expected else { continue }
                // One millisecond before the delay's end even the right PIN is not checked.
                fixture.clock.advance(by: seconds - 0.001)
                guard case .wait = try await enter(Fixture.right, core, fixture) else {
                    Issue.record("a PIN was looked at during the wait")
                    return
                }
                fixture.clock.advance(by: 0.001)
            }
            #expect(try await enter(Fixture.right, core, fixture) == .blocked)
            fixture.clock.advance(by: 10 * 86_400)
            #expect(try await enter(Fixture.right, core, fixture) == .blocked)
            #expect(try await core.isUnlocked() == false)
        }
    }

    @Test(arguments: 1...16) func `a right PIN at any attempt unlocks and resets the attempts`(attempt: Int) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.registeredCore()
            for expected in Self.table.prefix(attempt - 1) {
                _ = try await enter(Fixture.wrong, core, fixture)
                if case .wait(let seconds) = expected { fixture.clock.advance(by: seconds) }
            }
            #expect(try await enter(Fixture.right, core, fixture) == nil)
            #expect(try await core.isUnlocked())
            await core.lock()
            #expect(try await enter(Fixture.wrong, core, fixture) == Self.table[0])
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a waiting period continues while the phone is switched off`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.registeredCore()
            for _ in 1...4 { _ = try await enter(Fixture.wrong, core, fixture) }
            let later = try await fixture.launchCore()
            fixture.clock.advance(by: 20)
            #expect(try await enter(Fixture.right, later, fixture) == .wait(40))
        }
    }
}
