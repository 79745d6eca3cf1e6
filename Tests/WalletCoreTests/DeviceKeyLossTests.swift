// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A phone that has lost only its device key, as some restored phones have: the wallet is told apart from one that fails for now.
struct DeviceKeyLossTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private func loseKey() { phone.attestedKeys.state.withLock { $0.keys = [:] } }

    @Test func `with any PIN the loss is reported, and no message is sent`() async throws {
        await core.lock()
        loseKey()
        await core.prepareUnlock()
        let count = phone.provider.requestCount
        for pin in [try Phone.pin(), try Phone.otherPIN()] { await expect(.deviceKeyLost) { try await core.unlock(pin: pin) } }
        #expect(phone.provider.requestCount == count)
        #expect(try await !core.isUnlocked())
        #expect(try await core.hasRemotePIN())
        let next = try await phone.launch()
        await expect(.deviceKeyLost) { try await next.unlock(pin: Phone.pin()) }
    }

    @Test func `a PIN change and a status request report the loss`() async throws {
        loseKey()
        let (old, new) = (try Phone.pin(), try Phone.otherPIN())
        await expect(.deviceKeyLost) { try await core.changePIN(from: old, to: new) }
        await expect(.deviceKeyLost) { try await core.refreshWalletStatus() }
        #expect(try await core.pinChangeState() == .none)
    }

    @Test(arguments: [
        (AttestedKeyError.notAvailableYet, WalletCoreError.Code.notAvailableYet), (.failed, .hardwareFailed),
        (.notSupported, .deviceInsecure(.attestationNotSupported)), (.platformUnreachable, .serverUnreachable),
    ])
    func `hardware that does not answer for now does not count as having lost the key`(
        error: AttestedKeyError, code: WalletCoreError.Code
    ) async throws {
        phone.attestedKeys.state.withLock { $0.signError = error }
        await expect(code) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `a login for a card is not started without the device key`() async throws {
        loseKey()
        let count = phone.provider.requestCount
        await expect(.deviceKeyLost) { try await core.startIssuance() }
        #expect(phone.provider.requestCount == count)
        #expect(try await core.issuanceState() == .none)
    }

    @Test func `the wallet can be deleted and set up again`() async throws {
        loseKey()
        try await core.wipe()
        try await core.register(pin: Phone.otherPIN())
        #expect(try await core.unlock(pin: Phone.otherPIN()) == .valid)
    }
}
