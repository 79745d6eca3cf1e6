// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

/// The permitted age of a status, and the core's background refresh.
@Suite(.timeLimit(.minutes(20)))
struct StatusAgeTests {
    private let phone: Phone
    private let core: Core
    private static let day: TimeInterval = 86_400

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        _ = try await core.enableBiometrics()
        await core.lock()
        phone.provider.forgetRequests()
    }

    private var prompts: Int { phone.biometrics.state.value.prompts.count }

    @Test func `with a recent status a face unlocks without a connection`() async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day - 1)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test(arguments: [day, 30 * day, -1, -30 * day])
    func `with an old status and no connection only the PIN unlocks`(passed: TimeInterval) async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: passed)
        let before = prompts
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        #expect(try await !core.isUnlocked())
        // No scan took place, and nothing was disabled.
        #expect(prompts == before)
        #expect(try await core.isBiometricUnlockEnabled())
        phone.provider.goOnline()
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        await core.lock()
        phone.provider.goOffline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test(arguments: [true, false])
    func `an outdated status stays outdated when the clock is set back`(isRestarted: Bool) async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.clock.turn(by: -Self.day / 2)
        let core = isRestarted ? try await phone.launch() : core
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
    }

    @Test func `setting the clock back does not extend the age limit of the status in the same process`() async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day + 10)
        phone.clock.turn(by: -3600)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
    }

    @Test func `after a fast clock is corrected, the next answer restores the age of the status`() async throws {
        phone.provider.goOffline()
        phone.clock.turn(by: 30 * Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.clock.turn(by: -30 * Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.provider.goOnline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        await core.lock()
        phone.provider.goOffline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        let next = try await phone.launch()
        #expect(try await next.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test func `the time of the last use of the status is stored at most once a minute`() throws {
        let updated = phone.clock.now
        let stored = StoredWalletStatus(revocation: nil, updatedAt: updated)
        #expect(stored.seen(at: updated.addingTimeInterval(59)) == nil)
        let seen = try #require(stored.seen(at: updated.addingTimeInterval(60)))
        #expect(seen.seenAt == updated.addingTimeInterval(60) && seen.updatedAt == updated)
        #expect(seen.seen(at: updated.addingTimeInterval(119)) == nil)
        #expect(seen.seen(at: updated) == nil)
        #expect(!seen.isFresh(at: updated.addingTimeInterval(59), maximumAge: Self.day))
        #expect(seen.isFresh(at: updated.addingTimeInterval(60), maximumAge: Self.day))
    }

    @Test func `an outdated status is renewed before the scan`() async throws {
        phone.clock.advance(by: Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(phone.provider.count(of: .walletStatus) == 1)
    }

    @Test func `a revoked wallet with an outdated status shows no scan`() async throws {
        phone.clock.advance(by: Self.day)
        phone.provider.revoke("admin_request")
        let before = prompts
        await expect(.walletRevoked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(prompts == before)
    }

    @Test func `a revocation detected during the scan takes precedence`() async throws {
        let core = core
        phone.provider.revoke("admin_request")
        phone.biometrics.state.change { $0.duringScan = { _ = try? await core.refreshWalletStatus() } }
        await expect(.walletRevoked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `without a stored status a biometric unlock first asks the provider`() async throws {
        try await core.store().change { $0.remove(.walletStatus) }
        phone.provider.goOffline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.provider.goOnline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    // MARK: In the background

    @Test func `a launch detects a revocation`() async throws {
        phone.provider.revoke("admin_request")
        let next = try await phone.launch()
        try await phone.whileRunning(next) {
            var statuses = try await next.setWalletStatusStream().makeAsyncIterator()
            while let status = await statuses.next(), !status.isRevoked {}
        }
        #expect(try await next.determineWalletStatus() == .revoked(.walletByAdmin, canRegisterNewWallet: true))
    }

    @Test func `an offline launch retries, and asks again after half of the maximum age`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.goOffline()
        try await phone.whileRunning(core) {
            await phone.clock.hasSleepers(3)
            phone.provider.goOnline()
            phone.clock.advance(by: 60)
            await phone.provider.hasCount(1, of: .walletStatus)
            for count in 2...4 {
                try await eventually { Self.dues(phone.clock).count == 1 }
                phone.clock.advance(by: Self.dues(phone.clock)[0])
                await phone.provider.hasCount(count, of: .walletStatus)
                #expect(phone.provider.count(of: .walletStatus) == count)
            }
        }
    }

    /// The times until the sleepers that are due after about half of the maximum age; all others are due much sooner.
    private static func dues(_ clock: PhoneClock) -> [TimeInterval] {
        let now = clock.steadyNow
        return clock.sleepers.map { $0.timeIntervalSince(now) }.filter { (0.45...0.55).contains($0 / day) }
    }
}
