// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

struct StartUpTests {
    /// A call of the core, by name.
    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Core) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (Core) async throws -> Void) {
            testDescription = name
            self.run = run
        }
    }

    /// All calls that need an initialised core.
    static let calls = [
        Call("hasRemotePIN") { _ = try await $0.hasRemotePIN() },
        Call("hasPID") { _ = try await $0.hasPID() },
        Call("setLockStream") { _ = try await $0.setLockStream() },
        Call("isUnlocked") { _ = try await $0.isUnlocked() },
        Call("register") { try await $0.register(pin: Phone.pin()) },
        Call("revocationCode") { _ = try await $0.revocationCode() },
        Call("confirmRevocationCode") { try await $0.confirmRevocationCode() },
        Call("isRevocationCodeConfirmed") { _ = try await $0.isRevocationCodeConfirmed() },
        Call("isBiometricUnlockEnabled") { _ = try await $0.isBiometricUnlockEnabled() },
        Call("enableBiometricUnlock") { _ = try await $0.enableBiometricUnlock(prompt: "") },
        Call("disableBiometricUnlock") { try await $0.disableBiometricUnlock() },
        Call("unlock") { _ = try await $0.unlock(pin: Phone.pin()) },
        Call("unlockWithBiometrics") { _ = try await $0.unlockWithBiometrics(prompt: "") },
    ]

    @Test(arguments: calls)
    func `before the platform is provided every call is refused`(call: Call) async throws {
        let core = try Core(embedded: Phone().provider.embedded)
        await expect(.platformMissing) { try await call.run(core) }
        await core.prepareUnlock()
        await core.lock()
        await core.clearLockStream()
    }

    @Test(arguments: calls)
    func `before the initialisation every call that needs a store is refused`(call: Call) async throws {
        let phone = try Phone()
        let core = try await phone.process()
        await expect(.notInitialized) { try await call.run(core) }
        await core.prepareUnlock()
        #expect(phone.provider.requestCount == 0)
        #expect(!FileManager.default.fileExists(atPath: phone.file))
    }

    @Test func `before the platform is provided nothing of the device is known`() async throws {
        let core = try Core(embedded: Phone().provider.embedded)
        await expect(.platformMissing) { try await core.initialize() }
        await expect(.platformMissing) { try await core.isDeviceRooted() }
        await expect(.platformMissing) { try await core.biometricAvailability() }
        #expect(await !core.isInitialized())
    }

    @Test func `the platform can be provided once`() async throws {
        let phone = try Phone()
        let core = try await phone.process()
        await expect(.platformAlreadySet) { try await core.initPlatformSupport(phone.bridges) }
        try await core.initialize()
        await expect(.platformAlreadySet) { try await core.initPlatformSupport(phone.bridges) }
    }

    @Test func `the first start makes an empty locked wallet without a request`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        #expect(await core.isInitialized())
        #expect(try await !core.hasRemotePIN())
        #expect(try await !core.hasPID())
        #expect(try await !core.isUnlocked())
        #expect(try await !core.isBiometricUnlockEnabled())
        #expect(phone.provider.requestCount == 0)
        await expect(.alreadyInitialized) { try await core.initialize() }
    }

    @Test func `of many concurrent initialisations one succeeds`() async throws {
        let phone = try Phone()
        let core = try await phone.process()
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 { group.addTask { (try? await core.initialize()) != nil } }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(outcomes == 1)
        #expect(await core.isInitialized())
    }

    @Test func `a failed initialisation can be repeated`() async throws {
        let phone = try Phone()
        phone.encryptionKeys.isBroken.withLock { $0 = true }
        let core = try await phone.process()
        await expect(.hardwareFailed) { try await core.initialize() }
        #expect(await !core.isInitialized())
        phone.encryptionKeys.isBroken.withLock { $0 = false }
        try await core.initialize()
        #expect(await core.isInitialized())
    }

    @Test func `before a remote PIN exists, calls that need one are refused`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        await expect(.notRegistered) { try await core.revocationCode() }
        await expect(.notRegistered) { try await core.confirmRevocationCode() }
        await expect(.notRegistered) { try await core.isRevocationCodeConfirmed() }
        await expect(.notRegistered) { try await core.unlock(pin: Phone.pin()) }
        await expect(.notRegistered) { try await core.unlockWithBiometrics(prompt: "") }
        await expect(.notRegistered) { try await core.enableBiometricUnlock(prompt: "") }
        await core.prepareUnlock()
        #expect(phone.provider.requestCount == 0)
    }

    @Test func `the core reports the platform's root check unchanged`() async throws {
        let phone = try Phone()
        let core = try await phone.process()
        #expect(try await !core.isDeviceRooted())
        phone.utilities.isRooted.withLock { $0 = true }
        #expect(try await core.isDeviceRooted())
        #expect(try await core.biometricAvailability() == .available(.faceID))
    }
}
