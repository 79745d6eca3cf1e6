// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import TestEnvironment
import Testing
import WalletCore
import WalletInterface
import WalletProvider

@Suite struct RegistrationTests {
    @Test(arguments: PhoneKind.allCases)
    func `LTC51: a registered wallet is unlocked and has a deletion code`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            #expect(try await core.hasRemotePIN() == false)
            try await core.register(pin: pin(Fixture.right))
            #expect(try await core.hasRemotePIN())
            #expect(try await core.isUnlocked())
            #expect(try await core.revocationCode().text.count == 18)
            #expect(try await fixture.accountCount() == 1)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a wallet is still registered and locked after the phone restarts`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let before = try await fixture.registeredCore()
            _ = consume before
            let core = try await fixture.launchCore()
            #expect(try await core.hasRemotePIN())
            #expect(try await core.isUnlocked() == false)
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `after a lost reply the same bytes are sent again and create one wallet`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            fixture.network.stage(.loseReply, at: .createWallet)
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.register(pin: pin(Fixture.right)) }
            #expect(try await core.hasRemotePIN() == false)
            try await core.register(pin: pin(Fixture.right))
            let bodies = fixture.network.bodies(to: .createWallet)
            #expect(bodies.count == 2 && bodies.first == bodies.last)
            #expect(try await fixture.accountCount() == 1)
            await core.lock()
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `after a lost reply a different PIN restarts the registration, and only the new PIN works`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            fixture.network.stage(.loseReply, at: .createWallet)
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.register(pin: pin(Fixture.wrong)) }
            try await core.register(pin: pin(Fixture.right))
            await core.lock()
            #expect(try await core.unlock(pin: pin(Fixture.wrong)) == .invalid(attemptsLeftInRound: 3, isFinalRound: false))
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `an account that is never used is removed after a day, a used account is not`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            fixture.network.stage(.loseReply, at: .createWallet)
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.register(pin: pin(Fixture.wrong)) }
            try await core.register(pin: pin(Fixture.right))
            // A beacon is no use of an account.
            fixture.clock.advance(by: 120)
            await core.prepareUnlock()
            #expect(try await fixture.accountCount() == 2)
            #expect(try await usedAccounts(fixture) == 1)
            fixture.clock.advance(by: 86_401)
            try await fixture.provider.removeExpired()
            #expect(try await fixture.accountCount() == 1)
            await core.lock()
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    @Test(arguments: PhoneKind.allCases, [nil, Endpoint.beacon, .instruction(.walletStatus)])
    func `an account counts as used after its registration, or at the latest after the deletion code is confirmed`(
        kind: PhoneKind, lost: Endpoint?
    ) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            if let lost { fixture.network.stage(.loseRequest, at: lost) }
            try await core.register(pin: pin(Fixture.right))
            #expect(try await usedAccounts(fixture) == (lost == nil ? 1 : 0))
            try await core.confirmRevocationCode()
            #expect(try await usedAccounts(fixture) == 1)
            fixture.clock.advance(by: 86_401)
            try await fixture.provider.removeExpired()
            #expect(try await fixture.accountCount() == 1)
            await core.lock()
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
    }

    private func usedAccounts(_ fixture: Fixture) async throws -> Int {
        try await fixture.count("SELECT count(*) FROM account WHERE is_used = 1")
    }

    @Test(arguments: PhoneKind.allCases)
    func `LTC52: a device with an untrusted certificate is refused with the reason and may register later`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            try fixture.device.change { $0.attestation = .foreign }
            await #expect(throws: WalletCoreError(.deviceInsecure(.attestationRejected), "")) {
                try await core.register(pin: pin(Fixture.right))
            }
            try fixture.device.change { $0.attestation = .unsupported }
            await #expect(throws: WalletCoreError(.deviceInsecure(.attestationNotSupported), "")) {
                try await core.register(pin: pin(Fixture.right))
            }
            #expect(try await fixture.accountCount() == 0)
            try fixture.device.change { $0.attestation = .genuine }
            try await core.register(pin: pin(Fixture.right))
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `two concurrent registrations create one wallet`(kind: PhoneKind) async throws {
        try await Fixture.with(kind) { fixture in
            let core = try await fixture.launchCore()
            async let first = result { try await core.register(pin: pin(Fixture.right)) }
            async let second = result { try await core.register(pin: pin(Fixture.right)) }
            let outcomes = await [first, second]
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.contains(.alreadyRegistered))
            #expect(try await fixture.accountCount() == 1)
        }
    }

    @Test func `an Android phone can attest without its maker's service, an iPhone cannot`() async throws {
        for kind in PhoneKind.allCases {
            try await Fixture.with(kind) { fixture in
                let core = try await fixture.launchCore()
                // This network is staged: it delivers regardless of the network setting.
                try fixture.device.change { $0.network = .offline }
                if kind == .android {
                    try await core.register(pin: pin(Fixture.right))
                } else {
                    await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.register(pin: pin(Fixture.right)) }
                    try fixture.device.change { $0.network = .online }
                    try await core.register(pin: pin(Fixture.right))
                }
                #expect(try await fixture.accountCount() == 1)
            }
        }
    }

    @Test func `an Android phone whose boot loader is unlocked is refused as insecure, and may register once it is locked`() async throws {
        try await Fixture.with(.android) { fixture in
            let core = try await fixture.launchCore()
            try fixture.device.change { $0.isRooted = true }
            await #expect {
                try await core.register(pin: pin(Fixture.right))
            } throws: { error in
                (error as? WalletCoreError)?.code == .deviceInsecure(.attestationRejected) && "\(error)".contains("verified_boot")
            }
            try fixture.device.change { $0.isRooted = false }
            try await core.register(pin: pin(Fixture.right))
        }
    }

    @Test func `without a revocation list no Android phone can register or is called insecure, and iPhones can register`() async throws {
        try await Fixture.with(.android) { fixture in
            let core = try await fixture.launchCore()
            fixture.hasRevocationList.change { $0 = false }
            await #expect(throws: WalletCoreError(.serverUnreachable, "")) { try await core.register(pin: pin(Fixture.right)) }
            #expect(try await fixture.accountCount() == 0)
            fixture.hasRevocationList.change { $0 = true }
            try await core.register(pin: pin(Fixture.right))
            // A registered wallet does not depend on the list.
            fixture.hasRevocationList.change { $0 = false }
            await core.lock()
            #expect(try await core.unlock(pin: pin(Fixture.right)) == .valid)
        }
        try await Fixture.with(.iPhone) { fixture in
            fixture.hasRevocationList.change { $0 = false }
            try await fixture.launchCore().register(pin: pin(Fixture.right))
        }
    }

    /// Returns the error's code; nil for success.
    private func result(_ body: () async throws -> Void) async -> WalletCoreError.Code? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? WalletCoreError)?.code
        }
    }
}
