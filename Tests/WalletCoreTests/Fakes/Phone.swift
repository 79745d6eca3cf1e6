// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
// For all files of these tests.
@_exported import TestEnvironment
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A phone for tests; its directory and hardware outlive the cores started on it.
final class Phone: Sendable {
    let attestedKeys = FakeAttestedKeys()
    let encryptionKeys = FakeEncryptionKeys()
    let biometrics = FakeBiometrics()
    let camera = FakeCamera()
    let clock: PhoneClock
    /// Measures the time limits of the bridges' calls. A test moves it apart from the phone's clock, whose sleepers are then the core's only.
    let limitClock = PhoneClock()
    let provider: FakeProvider
    let utilities: FakeUtilities
    private let files: TemporaryDirectory

    init() throws {
        files = try TemporaryDirectory(isInMemory: false)
        clock = PhoneClock()
        provider = FakeProvider(clock: clock)
        utilities = FakeUtilities(files.url.path)
    }

    /// The path of the store.
    var file: String { utilities.storageDirectory + "/wallet.db" }

    var bridges: PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKeys, encryptionKey: encryptionKeys, biometrics: biometrics, camera: camera, network: provider,
            clock: clock, utilities: utilities)
    }

    /// Starts a process: a core with its platform, not initialised.
    func process() async throws -> Core {
        let core = Core(embedded: provider.embedded)
        try await core.initPlatformSupport(bridges, limitsBy: limitClock)
        return core
    }

    /// Starts a process with an initialised core.
    func launch() async throws -> Core {
        let core = try await process()
        try await core.initialize()
        return core
    }

    /// Starts a process with a registered, unlocked wallet.
    func registered() async throws -> Core {
        let core = try await launch()
        try await core.register(pin: Self.pin())
        return core
    }

    /// Starts a registered, unlocked wallet with a configuration that warns and locks after that many seconds.
    func warned(after warning: Int, lockedAfter inactivity: Int) async throws -> Core {
        let timeouts = try #require(LockTimeouts(warningSeconds: warning, inactivitySeconds: inactivity, backgroundSeconds: 300))
        let core = Core(embedded: provider.documents.embedded(provider: provider.address, lockTimeouts: timeouts))
        try await core.initPlatformSupport(bridges, limitsBy: limitClock)
        try await core.initialize()
        if try await !core.hasRemotePIN() { try await core.register(pin: Self.pin()) }
        _ = try await core.unlock(pin: Self.pin())
        return core
    }

    /// Returns a PIN that the policy accepts.
    static func pin(_ digits: String = "583920") throws -> PIN { try #require(PIN(digits)) }

    /// Returns a PIN that the policy accepts and that differs from the default of `pin(_:)`.
    static func otherPIN() throws -> PIN { try pin("749205") }
}

extension BiometricPrompt {
    /// A prompt with this reason.
    init(_ reason: String) { self.init(title: "title", reason: reason, fallback: "PIN") }
}

extension Core {
    /// Unlocks with a prompt, and returns its outcome.
    func unlockWithBiometrics(prompt: String) async throws(WalletCoreError) -> BiometricUnlock {
        try await unlockWithBiometrics(prompt: BiometricPrompt(prompt)).outcome
    }

    func enableBiometricUnlock(prompt: String) async throws(WalletCoreError) -> BiometricEnabling {
        try await enableBiometricUnlock(prompt: BiometricPrompt(prompt))
    }

    /// Enables biometric unlock as the setup does: the scan is confirmed at once.
    func enableBiometrics(prompt: String = "") async throws -> Bool {
        guard try await enableBiometricUnlock(prompt: prompt) == .proven else { return false }
        return try await confirmBiometricUnlock()
    }
}

/// An event that tasks wait for.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func set() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

/// Expects a call to fail with that code.
func expect(_ code: WalletCoreError.Code, _ call: () async throws -> some Any, at location: SourceLocation = #_sourceLocation) async {
    do {
        _ = try await call()
        Issue.record("nothing was thrown, expected \(code)", sourceLocation: location)
    } catch let error as WalletCoreError {
        #expect(error.code == code, "\(error)", sourceLocation: location)
    } catch {
        Issue.record("\(error) was thrown, expected \(code)", sourceLocation: location)
    }
}
