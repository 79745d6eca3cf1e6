// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import StatusList
import Testing
import WalletCore
import WalletInterface

/// UC3.1 and UC2.3.2 on a phone whose clock is wrong: the wallet signs and judges by the provider's time.
@Suite(.timeLimit(.minutes(20)))
struct WrongClockTests {
    static let errors: [TimeInterval] = [90, 180, 3600, -3600, -600, 86_400]

    /// The clock of a phone, ahead of the servers' clock by that many seconds.
    private static func clock(of fixture: Fixture, ahead error: TimeInterval) -> VirtualClock {
        let world = fixture.clock
        return VirtualClock(error: error, base: { world.now })
    }

    /// Obtains a card, from the first start.
    private static func coreWithPID(_ fixture: Fixture, on clock: VirtualClock) async throws -> (core: Core, card: CardID) {
        let core = try await fixture.launchCore(on: clock)
        try await core.register(pin: pin(Fixture.right))
        _ = try await fixture.preview(core)
        return (core, try await fixture.accept(core))
    }

    @Test(arguments: errors)
    func `a phone with a wrong clock obtains a card, and the card's status is known`(error: TimeInterval) async throws {
        try await Fixture.with { fixture in
            let (core, card) = try await Self.coreWithPID(fixture, on: Self.clock(of: fixture, ahead: error))
            #expect(try await core.refreshCardStatuses())
            let details = try #require(try await core.cardDetails(card))
            #expect(details.summary.status == .valid)
            #expect(abs(details.summary.issuedAt.timeIntervalSince(fixture.clock.now)) < 5)
            try fixture.issuer.setStatus(.invalid)
            fixture.clock.advance(by: 4000)
            _ = try await core.unlock(pin: pin(Fixture.right))
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.cardDetails(card)?.summary.status == .revoked)
        }
    }

    @Test(arguments: errors)
    func `a phone with a wrong clock recovers its PIN, even through a kill during the login`(error: TimeInterval) async throws {
        try await Fixture.with { fixture in
            let clock = Self.clock(of: fixture, ahead: error)
            var core = try await Self.coreWithPID(fixture, on: clock).core
            await core.lock()
            let url = try await fixture.recoveryLogin(core)
            core = try await fixture.launchCore(on: clock)
            guard case .awaitingAuthentication(url, let until) = try await core.pinRecoveryState() else { throw Fixture.Refused() }
            // The app waits by the phone's clock.
            #expect((0...300).contains(until.timeIntervalSince(clock.now)))
            let link = try await fixture.comeBack(core, from: url)
            try await core.continuePINRecovery(link)
            let new = try pin(PINRecoveryTests.new)
            #expect(try await core.completePINRecovery(new: new) == .recovered)
        }
    }

    @Test(arguments: errors)
    func `a clock that is set right in the middle of an issuance disturbs nothing`(error: TimeInterval) async throws {
        try await Fixture.with { fixture in
            let clock = Self.clock(of: fixture, ahead: error)
            let core = try await fixture.launchCore(on: clock)
            let right = try pin(Fixture.right)
            try await core.register(pin: right)
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            clock.turn(by: -error)
            // A change of the clock locks the wallet.
            _ = try await core.unlock(pin: right)
            _ = try await core.continueIssuance(link)
            let card = try await fixture.accept(core)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.cardDetails(card)?.summary.status == .valid)
        }
    }

    // MARK: Attestations

    @Test func `a stored attestation that is over is replaced once, and the issuance continues`() async throws {
        try await Fixture.with { fixture in
            let core = try await Self.coreWithPID(fixture, on: Self.clock(of: fixture, ahead: 3600)).core
            let before = fixture.network.bodies(to: .instruction(.attestWallet)).count
            fixture.clock.advance(by: 7200)
            _ = try await core.unlock(pin: pin(Fixture.right))
            _ = try await fixture.login(core)
            #expect(fixture.network.bodies(to: .instruction(.attestWallet)).count == before + 1)
        }
    }

    /// The answer of an issuer without nonces that compares the phone's time with its own.
    private static let clockRefusal = NetworkResponse(
        status: 400, mediaType: "application/json",
        body: Array(
            #"{"error":"invalid_client_attestation","error_description":"the clock of the sender differs from the clock of the server"}"#
                .utf8),
        headers: [NetworkHeaderField("Content-Type", "application/json")])

    @Test(arguments: [(1, true), (2, false)])
    func `an issuer that refuses the time is asked once more, by the time of a new attestation; then its own clock is wrong`(
        refusals: Int, succeeds: Bool
    ) async throws {
        try await Fixture.with { fixture in
            let clock = Self.clock(of: fixture, ahead: 180)
            let first = try await Self.coreWithPID(fixture, on: clock).core
            await first.lock()
            // A new process has learnt no time yet.
            let core = try await fixture.launchCore(on: clock)
            let before = fixture.network.bodies(to: .instruction(.attestWallet)).count
            for _ in 1...refusals { fixture.network.stage(.answer(Self.clockRefusal), atPath: "/par") }
            if succeeds {
                _ = try await fixture.recoveryLogin(core)
            } else {
                await expect(.serverUnreachable) { try await core.startPINRecovery() }
            }
            #expect(fixture.network.bodies(to: .instruction(.attestWallet)).count == before + 1)
            #expect(!fixture.network.isStaged)
        }
    }

    @Test func `a wrong clock that cannot be corrected asks for the clock to be set, after one more attestation`() async throws {
        try await Fixture.with { fixture in
            let clock = Self.clock(of: fixture, ahead: 86_400)
            let core = try await fixture.launchCore(on: clock)
            // Answers that take this long teach no time.
            fixture.network.stage(.slow { _ in 9 }, at: .instruction(.walletStatus))
            try await core.register(pin: pin(Fixture.right))
            for _ in 1...2 { fixture.network.stage(.slow { _ in 9 }, at: .instruction(.attestWallet)) }
            await expect(.clockWrong) { try await core.startIssuance() }
            #expect(fixture.network.bodies(to: .instruction(.attestWallet)).count == 2)
            // With the clock set, the same call succeeds.
            clock.turn(by: -86_400)
            _ = try await core.unlock(pin: pin(Fixture.right))
            _ = try await fixture.login(core)
        }
    }
}
