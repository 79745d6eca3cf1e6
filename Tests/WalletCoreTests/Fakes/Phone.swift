// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A phone for tests: its directory and hardware outlive the cores that are started on it.
final class Phone: Sendable {
    let attestedKeys = FakeAttestedKeys()
    let encryptionKeys = FakeEncryptionKeys()
    let biometrics = FakeBiometrics()
    let clock: FakeClock
    let provider: FakeProvider
    let utilities: FakeUtilities

    init() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("wallet-core-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        clock = FakeClock()
        provider = FakeProvider(clock: clock)
        utilities = FakeUtilities(directory.path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: utilities.storageDirectory)
    }

    /// The store's file.
    var file: String { utilities.storageDirectory + "/wallet.db" }

    var bridges: PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKeys, encryptionKey: encryptionKeys, biometrics: biometrics, network: provider, clock: clock,
            utilities: utilities)
    }

    /// A new process: a core with its platform, not initialised.
    func process() async throws -> WalletCore {
        let core = WalletCore(embedded: provider.embedded)
        try await core.initPlatformSupport(bridges)
        return core
    }

    /// A new process with an initialised core.
    func launch() async throws -> WalletCore {
        let core = try await process()
        try await core.initialize()
        return core
    }

    /// A new process whose wallet is registered and unlocked.
    func registered() async throws -> WalletCore {
        let core = try await launch()
        try await core.register(pin: Self.pin())
        return core
    }

    /// Registered and unlocked in a process whose configuration warns and locks after so many seconds.
    func warned(after warning: Int, lockedAfter inactivity: Int) async throws -> WalletCore {
        let timeouts = try #require(LockTimeouts(warningSeconds: warning, inactivitySeconds: inactivity, backgroundSeconds: 300))
        let core = WalletCore(embedded: provider.documents.embedded(provider: provider.address, lockTimeouts: timeouts))
        try await core.initPlatformSupport(bridges)
        try await core.initialize()
        if try await !core.hasRemotePIN() { try await core.register(pin: Self.pin()) }
        _ = try await core.unlock(pin: Self.pin())
        return core
    }

    /// A PIN that the policy accepts.
    static func pin(_ digits: String = "583920") throws -> PIN { try #require(PIN(digits)) }

    /// Another one.
    static func otherPIN() throws -> PIN { try pin("749205") }
}

extension WalletCore {
    /// Enables biometric unlock as the set-up does: the scan is confirmed at once.
    func enableBiometrics(prompt: String = "") async throws -> Bool {
        guard try await enableBiometricUnlock(prompt: prompt) == .proven else { return false }
        return try await confirmBiometricUnlock()
    }
}

/// Something that is waited for until it has happened.
final class Signal: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func set() { continuation.finish() }

    func wait() async { for await _ in stream {} }
}

/// Whether a call fails with that code.
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
