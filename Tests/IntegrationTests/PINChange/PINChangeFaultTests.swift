// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// PIN changes with the real provider: lost messages, wrong PINs, races, clocks.
@Suite struct PINChangeFaultTests {
    private static let new = PINChangeKillTests.new
    private static let start = Endpoint.instruction(.startPINChange)
    private static let settle = Endpoint.instruction(.settlePINChange)

    private func unlocked(_ fixture: Fixture) async throws -> Core {
        let core = try await fixture.registeredCore()
        #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        return core
    }

    private func change(_ core: Core) async throws -> PINChangeOutcome {
        try await core.changePIN(from: pin(Fixture.right), to: pin(Self.new))
    }

    /// Expects that exactly this PIN works in a new process.
    private func expect(_ right: String, not wrong: String, _ fixture: Fixture) async throws {
        let core = try await fixture.launchCore()
        #expect(try await core.pinChangeState() == .none)
        #expect(try await core.unlock(pin: pin(wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await core.unlock(pin: pin(right)) == .valid)
    }

    @Test(arguments: PhoneKind.allCases)
    func `LTC45: a PIN change takes two requests; afterwards the new PIN works and the old PIN is refused`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await unlocked(fixture)
            await core.preparePINChange()
            let before = fixture.network.sent.count
            #expect(try await change(core) == .changed)
            #expect(fixture.network.sent.dropFirst(before).map(\.path) == [Self.start.path, Self.settle.path])
            try await expect(Self.new, not: Fixture.right, fixture)
        }
    }

    @Test(arguments: [start, settle], [NetworkPlan.Fault.loseReply, .loseRequest])
    func `after a lost message or answer, repeating the call completes the change with the same bytes`(
        endpoint: Endpoint, fault: NetworkPlan.Fault
    ) async throws {
        for kind in PhoneKind.allCases {
            try await Fixture.with(kind) { fixture in
                let core = try await unlocked(fixture)
                fixture.network.stage(fault, at: endpoint)
                #expect(try await change(core) == .outcomeUnknown)
                #expect(try await core.pinChangeState() == .pending(certain: endpoint == Self.start ? .old : .new))
                #expect(try await change(core) == .changed)
                #expect(Set(fixture.network.bodies(to: Self.start)).count == 1)
                #expect(Set(fixture.network.bodies(to: Self.settle)).count == 1)
                try await expect(Self.new, not: Fixture.right, fixture)
            }
        }
    }

    @Test(arguments: [start, settle], [601.0, 90_000.0, -7200.0])
    func `after a lost answer and a clock jump, the PIN reported as certain opens`(endpoint: Endpoint, seconds: TimeInterval) async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            fixture.network.stage(.loseReply, at: endpoint)
            #expect(try await change(core) == .outcomeUnknown)
            fixture.clock.advance(by: seconds)
            let (right, wrong) = endpoint == Self.start ? (Fixture.right, Self.new) : (Self.new, Fixture.right)
            #expect(try await fixture.launchCore().unlock(pin: pin(right)) == .valid)
            try await expect(right, not: wrong, fixture)
        }
    }

    @Test func `F-P9: a wrong old PIN is counted once, with the policy's waiting periods and block`() async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            for left in [3, 2, 1] {
                let outcome = try await core.changePIN(from: pin(Fixture.wrong), to: pin(Self.new))
                #expect(outcome == .wrongOldPIN(attemptsLeftInRound: left, isFinalRound: false))
                #expect(try await core.pinChangeState() == .none)
            }
            guard case .temporarilyBlocked = try await core.changePIN(from: pin(Fixture.wrong), to: pin(Self.new)),
                case .temporarilyBlocked = try await change(core)
            else {
                Issue.record("no wait")
                return
            }
            fixture.clock.advance(by: 61)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
            #expect(try await change(core) == .changed)
        }
    }

    @Test func `wrong PINs during a pending change are counted by the policy up to the permanent block`() async throws {
        try await Fixture.with { fixture in
            let first = try await unlocked(fixture)
            fixture.network.stage(.loseReply, at: Self.start)
            #expect(try await change(first) == .outcomeUnknown)
            let core = try await fixture.launchCore()
            for attempt in 1...16 {
                let check = try await core.unlock(pin: pin(Fixture.wrong))
                switch check {
                case .invalid(let left, _): #expect(left == 4 - attempt % 4)
                case .temporarilyBlocked(let until): fixture.clock.advance(by: until.timeIntervalSince(fixture.clock.now) + 1)
                case .permanentlyBlocked: #expect(attempt == 16)
                case .valid, .outcomeUnknown: Issue.record("\(check)")
                }
            }
            #expect(try await core.unlock(pin: pin(Self.new)) == .permanentlyBlocked)
            #expect(try await core.pinChangeState() == .pending(certain: .old))
        }
    }

    @Test func `a replayed settlement gets the same answer and changes nothing`() async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            #expect(try await change(core) == .changed)
            let body = try #require(fixture.network.bodies(to: Self.settle).last)
            for _ in 1...5 { #expect(await fixture.network.deliver(body, to: Self.settle.path).status == 200) }
            let start = try #require(fixture.network.bodies(to: Self.start).last)
            for _ in 1...5 { #expect(await fixture.network.deliver(start, to: Self.start.path).status == 200) }
            try await expect(Self.new, not: Fixture.right, fixture)
        }
    }

    @Test func `F-P7: of two concurrent settlements the first succeeds, the second gets an error, and neither is counted`() async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            let other = try await fixture.launchCore()
            let right = try pin(Fixture.right)
            fixture.network.stage(.wait { _ = try? await other.unlock(pin: right) }, at: Self.settle)
            #expect(try await change(core) == .outcomeUnknown)
            #expect(try await other.isUnlocked())
            #expect(try await core.pinChangeState() == .none)
            try await expect(Fixture.right, not: Self.new, fixture)
        }
    }

    @Test func `of two processes that change the PIN concurrently, exactly one succeeds`() async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            let other = try await fixture.launchCore()
            let (right, third) = (try pin(Fixture.right), try pin("480617"))
            #expect(try await other.unlock(pin: right) == .valid)
            fixture.network.stage(.wait { _ = try? await other.changePIN(from: right, to: third) }, at: Self.settle)
            #expect(try await change(core) == .outcomeUnknown)
            #expect(try await core.pinChangeState() == .none)
            try await expect("480617", not: Fixture.right, fixture)
        }
    }

    @Test func `a wallet locked during a PIN change stays locked, and the change is completed`() async throws {
        try await Fixture.with { fixture in
            let core = try await unlocked(fixture)
            fixture.network.stage(.wait { await core.lock() }, at: Self.start)
            #expect(try await change(core) == .changed)
            #expect(try await core.isUnlocked() == false)
            try await expect(Self.new, not: Fixture.right, fixture)
        }
    }
}
