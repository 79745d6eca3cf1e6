// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import PhoneSimulator
import Testing
import WalletCore
import WalletInterface

/// Rotations of the provider's keys while a phone stays in use.
@Suite(.timeLimit(.minutes(20)))
struct KeyRotationTests {
    @Test(arguments: PhoneKind.allCases)
    func `every key is rotated in steps while a phone is in use, and no answer is refused`(
        _ kind: PhoneKind
    ) async throws {
        try await Fixture.with(kind) { fixture in
            let phone = try await ConfiguredPhone(fixture)
            try await phone.use()
            for purpose in SigningPurpose.allCases {
                let old = try #require(try await fixture.hsm.publicKeys(for: purpose).first)
                let next = try await fixture.hsm.makeNextKey(for: purpose)
                try await phone.use()
                try await phone.publish()
                try await fixture.certifyAttestationKeys()
                try await phone.use()
                await phone.poll()
                try await phone.use()

                let active = try await fixture.hsm.activateNextKey(for: purpose, oldKeysVerifyUntil: .distantFuture)
                #expect(active.keyID == next.keyID)
                // The old key signed the phone's certificate.
                try await phone.use()

                // Certificates do not expire, so that key continues to verify.
                if purpose != .certificate { _ = try await fixture.hsm.retireKey(old.keyID, for: purpose) }
                try await phone.use()
                try await phone.publish()
                await phone.poll()
                try await phone.use()
                #expect(try await fixture.keys(.certificate).count == 2)
            }
            #expect(phone.refusals == [])
            #expect(try await fixture.keys(.result).count == 1)
        }
    }

    @Test func `a certificate signed by the old key opens the wallet for as long as that key verifies`() async throws {
        try await Fixture.with { fixture in
            let phone = try await ConfiguredPhone(fixture)
            let old = try #require(try await fixture.hsm.publicKeys(for: .certificate).first)
            _ = try await fixture.hsm.makeNextKey(for: .certificate)
            try await phone.publish()
            await phone.poll()
            _ = try await fixture.hsm.activateNextKey(for: .certificate, oldKeysVerifyUntil: .distantFuture)
            for _ in 1...2 {
                #expect(try await phone.core.unlock(pin: phone.right) == .valid)
                await phone.core.lock()
            }
            _ = try await fixture.hsm.retireKey(old.keyID, for: .certificate)
            await #expect(throws: WalletCoreError.self) { try await phone.core.unlock(pin: phone.right) }
        }
    }

    @Test func `a signing key that was never published is an outage, which the provider counts as unlocks`() async throws {
        try await Fixture.with { fixture in
            let phone = try await ConfiguredPhone(fixture)
            _ = try await fixture.hsm.rotate(.result, oldKeysVerifyUntil: .distantFuture)
            let isRefused: Bool
            do {
                isRefused = try await phone.core.unlock(pin: phone.right) == .outcomeUnknown
            } catch {
                isRefused = true
            }
            #expect(isRefused)
            #expect(phone.refusals == [], "the provider has seen no failure")
            try await phone.publish()
            await phone.poll()
            #expect(try await phone.core.unlock(pin: phone.right) == .valid)
        }
    }

    @Test func `a phone that missed the publication of a key fetches its configuration when it meets the unknown key`() async throws {
        try await Fixture.with { fixture in
            let phone = try await ConfiguredPhone(fixture)
            try await fixture.whileRunning(phone.core) {
                // The clock does not move, so the scheduled poll never comes.
                try await eventually { phone.polls == 1 }
                _ = try await fixture.hsm.makeNextKey(for: .result)
                try await phone.publish()
                _ = try await fixture.hsm.activateNextKey(for: .result, oldKeysVerifyUntil: .distantFuture)
                #expect(phone.configurationVersion == 1)
                _ = try? await phone.core.unlock(pin: phone.right)
                try await eventually { phone.configurationVersion == 2 }
                #expect(try await phone.core.unlock(pin: phone.right) == .valid)
            }
        }
    }
}
