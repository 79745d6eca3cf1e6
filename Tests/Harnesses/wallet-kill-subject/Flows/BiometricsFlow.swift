// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletCore
import WalletInterface

extension BiometricPrompt {
    static let harness = BiometricPrompt(title: "Wallet", reason: "Try the sensor", fallback: "PIN")
}

/// UC2.1/1.4: biometric unlock is enabled and unlocks the wallet.
struct BiometricsFlow: Flow {
    let name = "biometrics"

    func prepare(_ user: User) async throws {
        _ = try await user.registered()
    }

    func run(_ user: User) async throws {
        let core = try await user.core()
        _ = try await core.enableBiometricUnlock(prompt: .harness)
        _ = try await core.confirmBiometricUnlock()
        await core.lock()
        _ = try await core.unlockWithBiometrics(prompt: .harness)
    }

    func finish(_ user: User) async throws {
        let core = try await user.opened()
        if try await !core.isBiometricUnlockEnabled() {
            guard try await core.enableBiometricUnlock(prompt: .harness) == .proven, try await core.confirmBiometricUnlock() else {
                throw Stuck("it cannot be enabled")
            }
        }
        await core.lock()
        let outcome = try await core.unlockWithBiometrics(prompt: .harness).outcome
        guard outcome == .unlocked else { throw Stuck("an enabled face yields \(outcome)") }
    }
}
