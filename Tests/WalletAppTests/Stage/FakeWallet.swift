// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import ProviderProtocol
import Synchronization
import WalletCore

@testable import WalletApp

/// A core that does what the test scripted and remembers what it was asked.
final class FakeWallet: Wallet {
    /// A call that does something or shows something, with what it was given.
    enum Call: Sendable, Equatable {
        case initialize
        case rebind
        case register(PIN)
        case confirmRevocationCode
        case enableBiometricUnlock(prompt: String)
        case unlockWithBiometrics(prompt: String)
        case prepareUnlock
        case unlock(PIN)
    }

    /// A member of `Wallet` that can be made to fail or to wait.
    enum Member: Sendable {
        case initialize, isDeviceRooted, hasRemotePIN, hasPID, register, revocationCode, confirmRevocationCode, isRevocationCodeConfirmed
        case biometricAvailability, isBiometricUnlockEnabled, enableBiometricUnlock, unlockWithBiometrics, unlock, isUnlocked
    }

    /// What the test scripts.
    struct Script {
        var isInitialized = false
        var isDeviceRooted = false
        var hasRemotePIN = false
        var hasPID = false
        var isUnlocked = false
        var isRevocationCodeConfirmed = false
        var isBiometricUnlockEnabled = false
        var biometricAvailability = BiometricAvailability.unsupported
        /// PINs that are too simple, and why.
        var tooSimple: [(PIN, PINPolicyViolation)] = []
        /// What checking a PIN yields, one after the other; then every PIN is valid.
        var checks: [PINCheck] = []
        /// What scans yield, one after the other; then every scan unlocks.
        var scans: [BiometricUnlock] = []
        /// What enabling yields, one after the other; then it is enabled.
        var enablings: [BiometricEnabling] = []
        /// What members throw, one after the other, before they do what they are for.
        var failures: [Member: [any Error]] = [:]
        /// Members that wait.
        var gates: [Member: Gate] = [:]
        /// How often the user was said to have done something.
        var activities = 0
        /// What was called.
        var calls: [Call] = []
        /// Told of each call that is remembered.
        var onCall: @Sendable () -> Void = {}
    }

    private let state = Mutex(Script())

    /// The lock's states, as a test has them.
    let locks = AsyncStream.makeStream(of: LockState.self)

    /// How often the user was said to have done something.
    var activities: Int { state.withLock { $0.activities } }

    /// The code that every wallet of these tests gets.
    static let code = RevocationCode(derivedFrom: Array(1...11))

    /// What was called, in order; without the challenges fetched ahead, which run beside everything else.
    var calls: [Call] { state.withLock { $0.calls.filter { $0 != .prepareUnlock } } }

    /// How often a challenge was fetched ahead.
    var preparations: Int { state.withLock { $0.calls.count { $0 == .prepareUnlock } } }

    /// Changes the script.
    func script(_ change: @Sendable (inout Script) -> Void) { state.withLock { change(&$0) } }

    /// Makes a member throw, once for each error, before it does what it is for.
    func fails(_ member: Member, _ codes: WalletCoreError.Code...) {
        let errors = codes.map { WalletCoreError($0, "scripted") }
        state.withLock { $0.failures[member, default: []] += errors }
    }

    /// Makes a member wait at a gate.
    func holds(_ member: Member) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[member] = gate }
        return gate
    }

    /// Remembers the call, waits if it must, and throws what was scripted; otherwise lets the script answer.
    private func enter<Value: Sendable>(
        _ member: Member, _ call: Call? = nil, _ answer: @Sendable (inout Script) -> Value
    ) async throws -> Value {
        let gate = state.withLock { script in
            if let call {
                script.calls.append(call)
                script.onCall()
            }
            return script.gates[member]
        }
        if let gate {
            await gate.pass()
            try Task.checkCancellation()
        }
        let failure = state.withLock { script -> (any Error)? in
            guard let first = script.failures[member]?.first else { return nil }
            script.failures[member]?.removeFirst()
            return first
        }
        if let failure { throw failure }
        return state.withLock { answer(&$0) }
    }
}

extension FakeWallet {
    func setLockStream() async throws -> AsyncStream<LockState> { locks.stream }
    func noteActivity() async { state.withLock { $0.activities += 1 } }
    func isInitialized() async -> Bool { state.withLock { $0.isInitialized } }
    func initialize() async throws { try await enter(.initialize, .initialize) { $0.isInitialized = true } }
    func rebind() async {
        state.withLock { script in
            script.calls.append(.rebind)
            script.isUnlocked = false
        }
    }
    func isDeviceRooted() async throws -> Bool { try await enter(.isDeviceRooted) { $0.isDeviceRooted } }
    func hasRemotePIN() async throws -> Bool { try await enter(.hasRemotePIN) { $0.hasRemotePIN } }
    func hasPID() async throws -> Bool { try await enter(.hasPID) { $0.hasPID } }

    func policyViolation(of pin: PIN) -> PINPolicyViolation? {
        state.withLock { script in script.tooSimple.first { $0.0 == pin }?.1 }
    }

    func register(pin: PIN) async throws {
        try await enter(.register, .register(pin)) { script in
            script.hasRemotePIN = true
            script.isUnlocked = true
        }
    }

    func revocationCode() async throws -> RevocationCode { try await enter(.revocationCode) { _ in Self.code } }
    func confirmRevocationCode() async throws {
        try await enter(.confirmRevocationCode, .confirmRevocationCode) { $0.isRevocationCodeConfirmed = true }
    }
    func isRevocationCodeConfirmed() async throws -> Bool {
        try await enter(.isRevocationCodeConfirmed) { $0.isRevocationCodeConfirmed }
    }

    func biometricAvailability() async throws -> BiometricAvailability {
        try await enter(.biometricAvailability) { $0.biometricAvailability }
    }
    func isBiometricUnlockEnabled() async throws -> Bool {
        try await enter(.isBiometricUnlockEnabled) { $0.isBiometricUnlockEnabled }
    }
    func enableBiometricUnlock(prompt: String) async throws -> BiometricEnabling {
        try await enter(.enableBiometricUnlock, .enableBiometricUnlock(prompt: prompt)) { script in
            let enabling = script.enablings.isEmpty ? .enabled : script.enablings.removeFirst()
            script.isBiometricUnlockEnabled = enabling == .enabled
            return enabling
        }
    }
    func unlockWithBiometrics(prompt: String) async throws -> BiometricUnlock {
        try await enter(.unlockWithBiometrics, .unlockWithBiometrics(prompt: prompt)) { script in
            let scan = script.scans.isEmpty ? .unlocked : script.scans.removeFirst()
            script.isUnlocked = scan == .unlocked
            return scan
        }
    }

    func prepareUnlock() async { state.withLock { $0.calls.append(.prepareUnlock) } }
    func unlock(pin: PIN) async throws -> PINCheck {
        try await enter(.unlock, .unlock(pin)) { script in
            let check = script.checks.isEmpty ? .valid : script.checks.removeFirst()
            script.isUnlocked = check == .valid
            return check
        }
    }
    func isUnlocked() async throws -> Bool { try await enter(.isUnlocked) { $0.isUnlocked } }
}
