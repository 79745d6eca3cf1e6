// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The permitted age of a status, and the core's background refresh.
@Suite(.timeLimit(.minutes(5)))
struct StatusAgeTests {
    private let phone: Phone
    private let core: WalletCore
    private static let day: TimeInterval = 86_400

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
        _ = try await core.enableBiometrics()
        await core.lock()
    }

    private var prompts: Int { phone.biometrics.state.withLock { $0.prompts.count } }

    @Test func `within its time a face opens the wallet without a network`() async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day - 1)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    @Test(arguments: [day, 30 * day, -1, -30 * day])
    func `without a fresh status and without an answer only the PIN unlocks`(passed: TimeInterval) async throws {
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
    func `a clock that is put back after it was too old makes nothing young again`(isRestarted: Bool) async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.clock.turn(by: -Self.day / 2)
        let core = isRestarted ? try await phone.launch() : core
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
    }

    @Test func `a clock that is put back in time makes nothing young in the same process`() async throws {
        phone.provider.goOffline()
        phone.clock.advance(by: Self.day + 10)
        phone.clock.turn(by: -3600)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
    }

    @Test func `a clock that was fast once is healed by the next answer`() async throws {
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

    @Test func `a look is written down once a minute at most`() throws {
        let learnt = phone.clock.now
        let stored = StoredWalletStatus(revocation: nil, learntAt: learnt)
        #expect(stored.seen(at: learnt.addingTimeInterval(59)) == nil)
        let seen = try #require(stored.seen(at: learnt.addingTimeInterval(60)))
        #expect(seen.seenAt == learnt.addingTimeInterval(60) && seen.learntAt == learnt)
        #expect(seen.seen(at: learnt.addingTimeInterval(119)) == nil)
        #expect(seen.seen(at: learnt) == nil)
        #expect(!seen.isFresh(at: learnt.addingTimeInterval(59), maximumAge: Self.day))
        #expect(seen.isFresh(at: learnt.addingTimeInterval(60), maximumAge: Self.day))
    }

    @Test func `after its time it is renewed before the scan`() async throws {
        phone.clock.advance(by: Self.day)
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
        #expect(phone.provider.count(of: .walletStatus) == 1)
    }

    @Test func `after its time a revoked wallet is not even scanned for`() async throws {
        phone.clock.advance(by: Self.day)
        phone.provider.revoke("admin_request")
        let before = prompts
        await expect(.walletRevoked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(prompts == before)
    }

    @Test func `a revocation that is learnt during the scan wins`() async throws {
        let core = core
        phone.provider.revoke("admin_request")
        phone.biometrics.state.withLock { $0.duringScan = { _ = try? await core.refreshWalletStatus() } }
        await expect(.walletRevoked) { try await core.unlockWithBiometrics(prompt: "") }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a store of before there was a status asks first`() async throws {
        try await core.running().store.change { $0.remove(.walletStatus) }
        phone.provider.goOffline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .statusTooOld)
        phone.provider.goOnline()
        #expect(try await core.unlockWithBiometrics(prompt: "") == .unlocked)
    }

    // MARK: In the background

    @Test func `it is learnt at launch`() async throws {
        phone.provider.revoke("admin_request")
        let next = try await phone.launch()
        try await phone.whileRunning(next) {
            var statuses = try await next.setWalletStatusStream().makeAsyncIterator()
            while let status = await statuses.next(), !status.isRevoked {}
        }
        #expect(try await next.determineWalletStatus() == .revoked(.walletByAdmin, canRegisterNewWallet: true))
    }

    @Test func `an offline launch retries, and again after half of the time`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.goOffline()
        try await phone.whileRunning(core) {
            await phone.clock.hasSleepers(3)
            phone.provider.goOnline()
            phone.clock.advance(by: 60)
            try await phone.eventually { phone.provider.count(of: .walletStatus) == 1 }
            await phone.clock.hasSleepers(3)
            phone.clock.advance(by: 0.6 * Self.day)
            try await phone.eventually { phone.provider.count(of: .walletStatus) == 2 }
        }
    }
}
