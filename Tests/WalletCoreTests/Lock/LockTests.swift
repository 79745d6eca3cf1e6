// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletCore

struct LockTests {
    @Test func `the stream of lock states returns the state immediately, then every change`() async throws {
        let phone = try Phone()
        // The phone's directory exists as long as the phone.
        defer { withExtendedLifetime(phone) {} }
        let core = try await phone.registered()
        var states = try await core.setLockStream().makeAsyncIterator()
        #expect(await states.next() == .unlocked)
        await core.lock()
        #expect(await states.next() == .locked(.loggedOut))
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(await states.next() == .unlocked)
    }

    @Test func `a second observer is refused until the first is cancelled or cleared`() async throws {
        let core = try await Phone().launch()
        var first = try await core.setLockStream().makeAsyncIterator()
        #expect(await first.next() == .locked(.notUnlockedYet))
        await expect(.observerPresent) { try await core.setLockStream() }
        await core.clearLockStream()
        #expect(await first.next() == nil)
        do {
            var second = try await core.setLockStream().makeAsyncIterator()
            #expect(await second.next() == .locked(.notUnlockedYet))
        }
        _ = try await core.setLockStream()
    }

    @Test func `clearing the stream ends it and can be repeated`() async throws {
        let core = try await Phone().launch()
        await core.clearLockStream()
        var states = try await core.setLockStream().makeAsyncIterator()
        #expect(await states.next() == .locked(.notUnlockedYet))
        await core.clearLockStream()
        await core.clearLockStream()
        #expect(await states.next() == nil)
        await core.lock()
    }

    @Test func `the stream ends when the core is deallocated`() async throws {
        var core: Core? = try await Phone().launch()
        var states = try #require(try await core?.setLockStream()).makeAsyncIterator()
        #expect(await states.next() == .locked(.notUnlockedYet))
        core = nil
        #expect(await states.next() == nil)
    }

    @Test func `after a lock, calls that need an unlocked wallet are refused`() async throws {
        let core = try await Phone().registered()
        _ = try await core.revocationCode()
        await core.lock()
        #expect(try await !core.isUnlocked())
        await expect(.locked) { try await core.revocationCode() }
        await expect(.locked) { try await core.confirmRevocationCode() }
        await expect(.locked) { try await core.enableBiometricUnlock(prompt: "") }
        #expect(try await core.hasRemotePIN())
        #expect(try await !core.isRevocationCodeConfirmed())
    }

    @Test func `a lock during an unlock takes precedence, and the next unlock opens the wallet`() async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        await core.lock()
        phone.provider.add(.wait { await core.lock() }, to: .instruction(.checkPIN))
        await expect(.locked) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await !core.isUnlocked())
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.isUnlocked())
    }

    @Test func `a lock takes effect while a call is in progress`() async throws {
        let phone = try Phone()
        let core = try await phone.registered()
        let (arrived, go) = phone.provider.hold(.instruction(.checkPIN))
        await withTaskGroup { group in
            group.addTask { await expect(.locked) { try await core.unlock(pin: Phone.pin()) } }
            await arrived.wait()
            #expect(await (try? core.isUnlocked()) == true)
            await core.lock()
            #expect(await (try? core.isUnlocked()) == false)
            go.set()
        }
        #expect(try await !core.isUnlocked())
    }

    @Test func `a lock during a registration leaves a registered, locked wallet`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        phone.provider.add(.wait { await core.lock() }, to: .createWallet)
        try await core.register(pin: Phone.pin())
        #expect(try await core.hasRemotePIN())
        #expect(try await !core.isUnlocked())
    }

    @Test func `a lock while an unlock is queued takes precedence`() async throws {
        let phone = try Phone()
        // Another process, without a beacon yet.
        _ = try await phone.registered()
        let core = try await phone.launch()
        let (arrived, go) = phone.provider.hold(.beacon)
        async let prepared: Void = core.prepareUnlock()
        await arrived.wait()
        async let check = core.unlock(pin: Phone.pin())
        // The unlock takes its epoch when it is called; the lock comes before or after it.
        await core.lock()
        go.set()
        await prepared
        let outcome = try? await check
        #expect(try await core.isUnlocked() == (outcome == .valid))
    }
}
