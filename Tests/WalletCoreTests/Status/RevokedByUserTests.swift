// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// F-U8: a wallet that its user deleted remotely is erased once, and the user is told why, whatever happens in between.
@Suite(.timeLimit(.minutes(20)))
struct RevokedByUserTests {
    private let phone: Phone
    private let core: Core
    private static let byUser = WalletStatus.revoked(.byUser, canRegisterNewWallet: true)

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func expectErasedAndTold(_ core: Core, at location: SourceLocation = #_sourceLocation) async throws {
        #expect(try await core.determineWalletStatus() == Self.byUser, sourceLocation: location)
        #expect(try await !core.hasRemotePIN(), sourceLocation: location)
        #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty }, sourceLocation: location)
        await expect(.walletRevoked, { try await core.register(pin: Phone.pin()) }, at: location)
    }

    @Test func `a wallet deleted by its user is erased without a request, and the reason is kept until the user sees it`() async throws {
        phone.provider.revoke()
        let (core, phone) = (core, phone)
        try await phone.whileRunning(core) { try await eventually { (try? await core.hasRemotePIN()) == false } }
        try await expectErasedAndTold(core)
        let next = try await phone.launch()
        try await expectErasedAndTold(next)
        try await next.confirmRevocationShown()
        #expect(try await next.determineWalletStatus() == .active)
        try await next.register(pin: Phone.pin())
        // Only once: the new wallet stays.
        let last = try await phone.launch()
        #expect(try await last.hasRemotePIN())
        #expect(try await last.determineWalletStatus() == .active)
        // A revoked account needs no deregistration.
        #expect(phone.provider.count(of: .deregister) == 0)
    }

    @Test func `the next start erases the data that this process did not erase`() async throws {
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        #expect(try await core.hasRemotePIN())
        phone.provider.goOffline()
        try await expectErasedAndTold(try await phone.launch())
    }

    @Test func `an unsigned answer only locks the wallet; the erasure needs a signed answer`() async throws {
        phone.provider.add(.refuse(.accountRevoked(reason: "user_request", canRegisterNewWallet: true)), to: .instruction(.checkPIN))
        await expect(.walletRevoked) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUnlocked())
        let next = try await phone.launch()
        #expect(try await next.hasRemotePIN())
        #expect(try await next.determineWalletStatus() == Self.byUser)
        let phone = phone
        phone.provider.forgetRequests()
        try await phone.whileRunning(next) { await phone.provider.hasCount(1, of: .walletStatus) }
        // The provider reports it as active: it stays locked, and stays.
        #expect(try await next.hasRemotePIN())
        await expect(.walletRevoked) { try await next.unlock(pin: Phone.pin()) }
        phone.provider.revoke()
        _ = try await next.refreshWalletStatus()
        try await expectErasedAndTold(try await phone.launch())
    }

    @Test func `a user who saw the reason before the erasure does not see it again`() async throws {
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        try await core.confirmRevocationShown()
        #expect(try await core.determineWalletStatus() == Self.byUser)
        let next = try await phone.launch()
        #expect(try await !next.hasRemotePIN())
        #expect(try await next.determineWalletStatus() == .active)
    }

    @Test(arguments: ["admin_request", "solution_compromised"])
    func `other kinds of revocation erase nothing, and confirming them changes nothing`(reason: String) async throws {
        phone.provider.revoke(reason, canRegisterNewWallet: reason == "admin_request")
        let status = try await core.refreshWalletStatus()
        try await core.confirmRevocationShown()
        let next = try await phone.launch()
        #expect(try await next.hasRemotePIN())
        #expect(try await next.determineWalletStatus() == status)
    }

    @Test func `during the erasure every call is refused, and an initialisation waits until the core is ready again`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        let (begun, asked) = (Signal(), Signal())
        phone.attestedKeys.state.withLock { state in
            state.beforeDeletingAll = {
                begun.set()
                await asked.wait()
            }
        }
        async let isErased = core.wipeRevoked()
        await begun.wait()
        #expect(await !core.isInitialized())
        await expect(.notInitialized) { try await core.applyUpdatePolicy() }
        await expect(.notInitialized) { try await core.setLockStream() }
        async let initializing: Void = expect(.alreadyInitialized) { try await core.initialize() }
        asked.set()
        await initializing
        #expect(await isErased)
        #expect(await core.isInitialized())
        try await expectErasedAndTold(core)
    }

    @Test func `a confirmation by the user during the erasure is not lost`() async throws {
        let (core, phone) = (core, phone)
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        let (begun, asked) = (Signal(), Signal())
        phone.attestedKeys.state.withLock { state in
            state.beforeDeletingAll = {
                begun.set()
                await asked.wait()
            }
        }
        async let isErased = core.wipeRevoked()
        await begun.wait()
        async let confirmation = Result { try await core.confirmRevocationShown() }
        // The call is made before the erasure continues, and waits for it.
        for _ in 0..<100 { await Task.yield() }
        asked.set()
        try await confirmation.get()
        #expect(await isErased)
        #expect(try await core.determineWalletStatus() == .active)
        #expect(try await phone.launch().determineWalletStatus() == .active)
    }

    // MARK: A disk that refuses

    /// Returns a core on a disk that refuses files.
    private func core(on files: FailingFiles) async throws -> Core {
        let core = Core(embedded: phone.provider.embedded, checkpoints: files)
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        return core
    }

    @Test func `if the data cannot be erased, the erasure is retried as soon as possible`() async throws {
        let (phone, files) = (phone, FailingFiles())
        let core = try await core(on: files)
        try await core.initialize()
        phone.provider.revoke()
        files.fails = true
        try await phone.whileRunning(core) {
            try await eventually { await core.isErasingPending }
            try await eventually { await !core.isInitialized() }
            for _ in 0..<3 {
                phone.clock.advance(by: 3600)
                for _ in 0..<100 { await Task.yield() }
                #expect(try await core.determineWalletStatus() == Self.byUser)
                #expect(await !core.isInitialized())
            }
            files.fails = false
            try await eventually {
                phone.clock.advance(by: 60)
                return await core.isInitialized()
            }
        }
        try await expectErasedAndTold(core)
        #expect(await !core.isErasingPending)
    }

    @Test func `a deletion by the user is reported and the data erased even if it is detected after a restart`() async throws {
        let (phone, files) = (phone, FailingFiles())
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        let core = try await core(on: files)
        files.fails = true
        await expect(.storeFull) { try await core.initialize() }
        #expect(try await core.determineWalletStatus() == Self.byUser)
        #expect(await core.lockState.value == .locked(.refused))
        await expect(.notInitialized) { try await core.hasRemotePIN() }
        files.fails = false
        try await phone.whileRunning(core) {
            try await eventually {
                phone.clock.advance(by: 60)
                return await core.isInitialized()
            }
        }
        try await expectErasedAndTold(core)
        await expect(.alreadyInitialized) { try await core.initialize() }
    }

    @Test func `a wipe by the user completes an erasure that failed during initialisation`() async throws {
        let files = FailingFiles()
        phone.provider.revoke()
        _ = try await core.refreshWalletStatus()
        let core = try await core(on: files)
        files.fails = true
        await expect(.storeFull) { try await core.initialize() }
        await expect(.storeFull) { try await core.wipe() }
        files.fails = false
        try await core.wipe()
        #expect(await core.isInitialized())
        #expect(await !core.isErasingPending)
        #expect(try await core.determineWalletStatus() == .active)
        #expect(await core.finishErasing())
        try await core.register(pin: Phone.pin())
    }

    @Test func `after a failure at any point, the next initialisation in the same process completes the erasure`() async throws {
        var number = 0
        while true {
            let phone = try Phone()
            _ = try await phone.registered()
            let checkpoints = Checkpoints()
            let core = try await phone.launch(checkpoints)
            phone.provider.revoke()
            _ = try await core.refreshWalletStatus()
            checkpoints.arm(failingAt: number)
            let isErased = await core.wipeRevoked()
            checkpoints.arm()
            if !isErased {
                #expect(await !core.isInitialized())
                try await core.initialize()
            }
            #expect(try await core.determineWalletStatus() == Self.byUser, "failed at \(number)")
            #expect(try await !core.hasRemotePIN())
            #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
            if isErased { break }
            number += 1
        }
        #expect(number > 4)
    }

    @Test func `after a kill at any point, the user sees the reason and the data is erased`() async throws {
        var number = 0
        while true {
            let phone = try Phone()
            _ = try await phone.registered()
            phone.provider.revoke()
            let checkpoints = Checkpoints()
            let core = try await phone.launch(checkpoints)
            checkpoints.arm(failingAt: number)
            _ = try? await core.refreshWalletStatus()
            _ = await core.wipeRevoked()
            let isDone = checkpoints.reached.count <= number
            // The next start may have to ask again.
            let next = try await phone.launch()
            _ = try? await next.refreshWalletStatus()
            let last = try await phone.launch()
            #expect(try await last.determineWalletStatus() == Self.byUser, "killed at \(checkpoints.reached.last?.description ?? "")")
            #expect(try await !last.hasRemotePIN())
            #expect(phone.attestedKeys.state.withLock { $0.keys.isEmpty })
            if isDone { break }
            number += 1
        }
        #expect(number > 6)
    }
}
