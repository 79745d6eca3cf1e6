// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Testing
import WalletCore
import WalletInterface
import WalletProvider

/// A revocation at the provider reaches the phone by the first of several paths (PF2.10, fault F-U8).
@Suite(.timeLimit(.minutes(20)))
struct WalletStatusTests {
    private static let byUser = WalletStatus.revoked(.byUser, canRegisterNewWallet: true)
    private static let byAdmin = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)

    /// Returns a registered core whose wallet was revoked in the meantime.
    private func revokedCore(_ fixture: Fixture, _ reason: RevocationReason) async throws -> Core {
        let core = try await fixture.launchCore()
        try await core.register(pin: pin(Fixture.right))
        #expect(try await fixture.scanned { try await core.enableBiometricUnlock(prompt: Fixture.prompt) } == .proven)
        #expect(try await core.confirmBiometricUnlock())
        let code = try await core.revocationCode()
        await core.lock()
        _ = try await fixture.provider.revoker.revoke(with: code, because: reason, by: .portal)
        return core
    }

    @Test(arguments: PhoneKind.allCases)
    func `entering a PIN detects that the wallet was revoked`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await revokedCore(fixture, .adminRequest)
            fixture.clock.advance(by: 60)
            await #expect(throws: WalletCoreError(.walletRevoked, "")) { try await core.unlock(pin: pin(Fixture.right)) }
            #expect(try await core.determineWalletStatus() == Self.byAdmin)
            fixture.network.isOffline = true
            #expect(try await fixture.launchCore().determineWalletStatus() == Self.byAdmin)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a launch detects that the wallet was revoked`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            _ = try await revokedCore(fixture, .adminRequest)
            let core = try await fixture.launchCore()
            #expect(try await core.determineWalletStatus() == .active)
            try await fixture.whileRunning(core) {
                try await eventually { try await core.determineWalletStatus() == Self.byAdmin }
            }
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a revocation detected after a biometric unlock locks the wallet again`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await revokedCore(fixture, .adminRequest)
            fixture.network.isOffline = true
            #expect(try await fixture.scanned { try await core.unlockWithBiometrics(prompt: Fixture.prompt).outcome } == .unlocked)
            fixture.network.isOffline = false
            try await fixture.whileRunning(core) { try await eventually { try await !core.isUnlocked() } }
            await #expect(throws: WalletCoreError(.walletRevoked, "")) { try await core.unlockWithBiometrics(prompt: Fixture.prompt) }
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `an old status is renewed before a biometric unlock; offline only the PIN works`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await revokedCore(fixture, .adminRequest)
            fixture.clock.advance(by: 86_400)
            fixture.network.isOffline = true
            #expect(try await core.unlockWithBiometrics(prompt: Fixture.prompt).outcome == .statusTooOld)
            fixture.network.isOffline = false
            await #expect(throws: WalletCoreError(.walletRevoked, "")) { try await core.unlockWithBiometrics(prompt: Fixture.prompt) }
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a wallet that its user deleted is erased, and the reason is still shown after a restart`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await revokedCore(fixture, .userRequest)
            try await fixture.whileRunning(core) { try await eventually { (try? await core.hasRemotePIN()) == false } }
            #expect(fixture.deviceKeyCount == 0)
            let next = try await fixture.launchCore()
            #expect(try await next.determineWalletStatus() == Self.byUser)
            try await next.confirmRevocationShown()
            try await next.register(pin: pin(Fixture.right))
            #expect(try await next.refreshWalletStatus() == .active)
        }
    }

    @Test func `after the solution's revocation neither old nor new wallets work`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.registeredCore()
            _ = try await fixture.provider.revoker.revokeSolution(by: .portal)
            #expect(try await core.refreshWalletStatus() == .revoked(.solutionByAdmin, canRegisterNewWallet: false))
            try await core.wipe()
            await #expect(throws: WalletCoreError(.walletRevoked, "")) { try await core.register(pin: pin(Fixture.right)) }
        }
    }
}
