// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface

/// PIN changes killed at each write and send, before and after, with the real provider: a PIN always works, and the wallet knows which.
@Suite struct PINChangeKillTests {
    static let new = "862093"

    static func digits(_ pin: PINOfChange) -> String { pin == .old ? Fixture.right : new }

    /// The write after which the new PIN is active and nothing is pending.
    private static let completed = "after write account.registration"

    static func other(_ pin: PINOfChange) -> PINOfChange { pin == .old ? .new : .old }

    /// Returns an unlocked core of a registered wallet, with its kill switch.
    private static func unlocked(_ fixture: Fixture) async throws -> (Core, KillSwitch) {
        _ = try await fixture.registeredCore()
        let kill = KillSwitch(fixture.network)
        let core = try await fixture.launchCore(kill)
        #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        return (core, kill)
    }

    /// Expects in a new process that the reported state is true, and that one of the PINs completes the change.
    private static func expectWorking(_ fixture: Fixture, typing typed: PINOfChange, _ place: String) async throws {
        let core = try await fixture.launchCore()
        let state = try await core.pinChangeState()
        let check = try await core.unlock(pin: pin(digits(typed)))
        if case .pending(typed) = state { #expect(check == .valid, "\(place)") }
        if state == .none { #expect((check == .valid) == (typed == (place.hasPrefix(Self.completed) ? .new : .old)), "\(place)") }
        let winner = check == .valid ? typed : other(typed)
        if check != .valid {
            #expect(check == .invalid(attemptsLeftInRound: 3, isFinalRound: false), "\(place)")
            #expect(try await core.unlock(pin: pin(digits(winner))) == .valid, "\(place): no PIN works")
        }
        #expect(try await core.isUnlocked(), "\(place)")
        #expect(try await core.pinChangeState() == .none, "\(place)")
        let next = try await fixture.launchCore()
        #expect(
            try await next.unlock(pin: pin(digits(other(winner)))) == .invalid(attemptsLeftInRound: 3, isFinalRound: false), "\(place)")
        #expect(try await next.unlock(pin: pin(digits(winner))) == .valid, "\(place)")
        // The PIN can be changed again.
        #expect(try await next.changePIN(from: pin(digits(winner)), to: pin("480617")) == .changed, "\(place)")
        #expect(try await next.unlock(pin: pin("480617")) == .valid, "\(place)")
    }

    @Test(arguments: PhoneKind.allCases, PINOfChange.allCases)
    func `after a kill at any point of a PIN change, the wallet opens with one of the PINs and reports the right state`(
        kind: PhoneKind, typed: PINOfChange
    ) async throws {
        var places: [String] = []
        var isOver = false
        for point in 0... {
            try await Fixture.with(kind) { fixture in
                let (core, kill) = try await Self.unlocked(fixture)
                kill.arm(passing: point)
                let outcome = await Result { try await core.changePIN(from: pin(Fixture.right), to: pin(Self.new)) }
                guard let place = kill.place else {
                    #expect(try outcome.get() == .changed)
                    isOver = true
                    return
                }
                places.append(place)
                try await Self.expectWorking(fixture, typing: typed, place)
            }
            if isOver { break }
        }
        // The start and the resolution, each written and sent; and the final write.
        #expect(places.count == 2 * 4 + 2, "\(places)")
    }

    @Test(arguments: [Endpoint.instruction(.startPINChange), .instruction(.settlePINChange)], PINOfChange.allCases)
    func `after a second kill at any point of the settlement, the wallet still opens`(
        lost: Endpoint, typed: PINOfChange
    ) async throws {
        for second in PINOfChange.allCases {
            var isOver = false
            for point in 0... {
                try await Fixture.with { fixture in
                    let (first, _) = try await Self.unlocked(fixture)
                    fixture.network.stage(.loseReply, at: lost)
                    #expect(try await first.changePIN(from: pin(Fixture.right), to: pin(Self.new)) == .outcomeUnknown)
                    let kill = KillSwitch(fixture.network)
                    let core = try await fixture.launchCore(kill)
                    kill.arm(passing: point)
                    _ = await Result { try await core.unlock(pin: pin(Self.digits(typed))) }
                    guard let place = kill.place else {
                        isOver = true
                        return
                    }
                    try await Self.expectOpening(fixture, typing: second, place)
                }
                if isOver { break }
            }
        }
    }

    /// Expects in a new process that one of the PINs works and the state is then none.
    private static func expectOpening(_ fixture: Fixture, typing typed: PINOfChange, _ place: String) async throws {
        let core = try await fixture.launchCore()
        let state = try await core.pinChangeState()
        let check = try await core.unlock(pin: pin(digits(typed)))
        if case .pending(typed) = state { #expect(check == .valid, "\(place)") }
        if check != .valid { #expect(try await core.unlock(pin: pin(digits(other(typed)))) == .valid, "\(place): no PIN works") }
        #expect(try await core.pinChangeState() == .none, "\(place)")
    }
}
