// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Testing
import WalletCore
import WalletInterface

@testable import PhoneSimulator

/// Simulated phones after a backup was restored: the device key alone is gone, or the files are another phone's.
@Suite(.timeLimit(.minutes(20)))
struct RestoredPhoneTests {
    private func loseDeviceKey(of fixture: Fixture) throws { try fixture.device.update { $0.attestedKeys = [:] } }

    @Test(arguments: PhoneKind.allCases)
    func `without its device key a wallet says so after the right PIN, and after its deletion a new one is set up`(
        _ kind: PhoneKind
    ) async throws {
        try await Fixture.with(kind) { fixture in
            _ = try await fixture.registeredCore()
            try loseDeviceKey(of: fixture)
            let core = try await fixture.launchCore()
            let right = try pin(Fixture.right)
            for _ in 1...2 { await expect(.deviceKeyLost) { try await core.unlock(pin: right) } }
            #expect(try await core.hasRemotePIN())
            try await core.wipe()
            try await core.register(pin: right)
            #expect(try await core.unlock(pin: right) == .valid)
            #expect(try await fixture.accountCount() == 2)
        }
    }

    @Test func `before the phone is unlocked, its device key does not count as lost`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.registeredCore()
            let right = try pin(Fixture.right)
            fixture.device.awaitUnlock(true)
            await expect(.notAvailableYet) { try await core.unlock(pin: right) }
            fixture.device.awaitUnlock(false)
            #expect(try await core.unlock(pin: right) == .valid)
        }
    }

    @Test func `without its device key a wallet starts no login for a new PIN, and no login for a card`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            try loseDeviceKey(of: fixture)
            await expect(.deviceKeyLost) { try await core.startIssuance() }
            await core.lock()
            await expect(.deviceKeyLost) { try await core.startPINRecovery() }
            #expect(try await core.pinRecoveryState() == .none)
        }
    }

    @Test func `a device key that is lost during a PIN recovery is named, not reported as unexpected`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            await core.lock()
            try await fixture.identify(core)
            try loseDeviceKey(of: fixture)
            let new = try pin("385016")
            await expect(.deviceKeyLost) { try await core.completePINRecovery(new: new) }
            #expect(try await !core.isUnlocked())
        }
    }

    @Test(arguments: PhoneKind.allCases, [true, false])
    func `files restored on another phone belong to another phone, and damaged ones stay damaged`(
        _ kind: PhoneKind, wasUsed: Bool
    ) async throws {
        try await Fixture.with(kind) { original in
            _ = try await original.registeredCore()
            try await Fixture.with(kind) { other in
                // The app was opened there before, and its files are replaced.
                for name in wasUsed ? ["wallet.store", "wallet.store.begun"] : [] {
                    _ = try await SimulatedEncryptionKeys(device: other.device).encrypt([], with: name)
                }
                let app = other.directory.appending(path: "app")
                for (name, bytes) in try original.files() { try bytes.write(to: app.appending(path: name)) }
                for _ in 1...2 { await expect(.storeOfOtherPhone) { try await other.launchCore() } }
                try Data("garbage".utf8).write(to: app.appending(path: "wallet.db"))
                await expect(.storeDamaged) { try await other.launchCore() }
            }
            let right = try pin(Fixture.right)
            #expect(try await original.launchCore().unlock(pin: right) == .valid)
        }
    }
}
