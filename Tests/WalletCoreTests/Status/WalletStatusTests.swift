// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// PF2.10: the known status of the wallet, its sources, and the permanence of a revocation.
struct WalletStatusTests {
    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    private var provider: FakeProvider { phone.provider }

    // MARK: Decisions

    @Test(arguments: [
        ("user_request", true, RevocationCause.byUser), ("user_request", false, .byUser), ("admin_request", true, .walletByAdmin),
        ("solution_compromised", false, .solutionByAdmin), ("something new", true, .walletByAdmin),
        ("something new", false, .recoveryCodeByAdmin), ("", true, .walletByAdmin),
    ])
    func `each revocation reason leads to its own cause`(reason: String, canRegisterNewWallet: Bool, cause: RevocationCause) {
        #expect(RevocationCause(reason: reason, canRegisterNewWallet: canRegisterNewWallet) == cause)
    }

    @Test func `a revocation is never undone, and only a signed status replaces a signed revocation`() {
        let now = phone.clock.now
        let user = WalletStatus.revoked(.byUser, canRegisterNewWallet: true)
        let admin = WalletStatus.revoked(.walletByAdmin, canRegisterNewWallet: true)
        let active = StoredWalletStatus.merging(nil, .active, isProven: true, at: now)
        #expect(active.status == .active && !active.demandsWipe)
        let said = StoredWalletStatus.merging(active, user, isProven: false, at: now)
        #expect(said.status == user && !said.demandsWipe)
        #expect(StoredWalletStatus.merging(said, .active, isProven: true, at: now).status == user)
        let proven = StoredWalletStatus.merging(said, user, isProven: true, at: now)
        #expect(proven.status == user && proven.demandsWipe)
        #expect(StoredWalletStatus.merging(proven, admin, isProven: false, at: now) == proven)
        #expect(StoredWalletStatus.merging(proven, admin, isProven: true, at: now).status == admin)
    }

    @Test(arguments: [(0.0, true), (99, true), (100, false), (100_000, false), (-1, false), (-100_000, false)])
    func `a status is fresh up to its maximum age, and a status from the future is not fresh`(age: TimeInterval, isFresh: Bool) {
        let stored = StoredWalletStatus(revocation: nil, updatedAt: phone.clock.now)
        #expect(stored.isFresh(at: phone.clock.now.addingTimeInterval(age), maximumAge: 100) == isFresh)
    }

    // MARK: Requests

    @Test func `a phone without a wallet has the status active and sends no request`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        #expect(try await core.determineWalletStatus() == .active)
        await expect(.notRegistered) { try await core.refreshWalletStatus() }
        #expect(phone.provider.requestCount == 0)
    }

    @Test func `the stored status is published without a request`() async throws {
        provider.forgetRequests()
        #expect(try await core.determineWalletStatus() == .active)
        #expect(provider.requestCount == 0)
    }

    @Test(arguments: [AccountStatus.active, .recovering])
    func `an active wallet stays unlocked`(status: AccountStatus) async throws {
        provider.state.withLock { $0.status = status }
        provider.forgetRequests()
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(try await core.isUnlocked())
        #expect(provider.count(of: .walletStatus) == 1)
    }

    @Test func `a wallet whose PIN is blocked has the status active, but locks and does not open by face`() async throws {
        #expect(try await core.enableBiometrics())
        provider.state.withLock { $0.status = .blocked }
        #expect(try await core.refreshWalletStatus() == .active)
        #expect(try await !core.isUnlocked())
        #expect(try await !core.isBiometricUnlockEnabled())
    }

    @Test(arguments: ["user_request", "admin_request", "solution_compromised"])
    func `a revocation locks the wallet, is reported, and survives an offline restart`(reason: String) async throws {
        let isFinal = reason == "solution_compromised"
        let status = WalletStatus.revoked(
            RevocationCause(reason: reason, canRegisterNewWallet: !isFinal), canRegisterNewWallet: !isFinal)
        provider.revoke(reason, canRegisterNewWallet: !isFinal)
        var statuses = try await core.setWalletStatusStream().makeAsyncIterator()
        #expect(await statuses.next() == .active)
        #expect(try await core.refreshWalletStatus() == status)
        #expect(await statuses.next() == status)
        #expect(try await !core.isUnlocked())
        await expect(.walletRevoked) { try await core.unlock(pin: Phone.pin()) }
        provider.goOffline()
        let next = try await phone.launch()
        #expect(try await next.determineWalletStatus() == status)
        await expect(.walletRevoked) { try await next.register(pin: Phone.pin()) }
    }

    @Test(arguments: [NetworkError.offline, .unreachable, .lost])
    func `while no server answers the known status stays`(error: NetworkError) async throws {
        provider.goOffline(error)
        await expect(error == .offline ? .noInternet : .serverUnreachable) { try await core.refreshWalletStatus() }
        #expect(try await core.determineWalletStatus() == .active)
        #expect(try await core.isUnlocked())
    }

    @Test func `a status with a wrong signer, a result without a status and a refusal change nothing`() async throws {
        let status = Endpoint.instruction(.walletStatus)
        provider.add(.rewrite { _ in FakeProvider.json(Array(#"{"result":"a.b.c"}"#.utf8)) }, to: status)
        await expect(.serverUnreachable) { try await core.refreshWalletStatus() }
        provider.add(.refuse(.certificateRejected), to: status)
        await expect(.walletRejected) { try await core.refreshWalletStatus() }
        provider.add(.refuse(.instructionRejected), to: status)
        await expect(.unexpected) { try await core.refreshWalletStatus() }
        #expect(try await core.determineWalletStatus() == .active)
        #expect(try await core.isUnlocked())
    }

    @Test func `the status is not requested while the answer to a PIN check is pending`() async throws {
        await core.lock()
        provider.forgetRequests()
        provider.add(.loseRequest, to: .instruction(.checkPIN))
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        await expect(.serverUnreachable) { try await core.refreshWalletStatus() }
        #expect(provider.count(of: .walletStatus) == 0)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.refreshWalletStatus() == .active)
    }

    // MARK: Learnt from other responses

    @Test func `a PIN entry detects a revocation, and then no more beacons are fetched`() async throws {
        await core.lock()
        provider.revoke("admin_request")
        await expect(.walletRevoked) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await core.determineWalletStatus() == .revoked(.walletByAdmin, canRegisterNewWallet: true))
        phone.clock.advance(by: BeaconLifetime.seconds)
        provider.forgetRequests()
        await core.prepareUnlock()
        #expect(provider.requestCount == 0)
    }

    @Test(arguments: [
        ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: false), .accountBlocked, .certificateRejected,
    ])
    func `a refused request for a beacon does not change the wallet's status`(problem: ProviderProblem) async throws {
        await core.lock()
        phone.clock.advance(by: BeaconLifetime.seconds)
        for _ in 1...2 { provider.add(.refuse(problem), to: .beacon) }
        await core.prepareUnlock()
        await expect(.serverUnreachable) { try await core.unlock(pin: Phone.pin()) }
        #expect(try await core.determineWalletStatus() == .active)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
    }

    @Test func `a revoked solution accepts no new wallet, and after a wipe the phone may ask again`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        phone.provider.add(.refuse(.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)), to: .createWallet)
        await expect(.walletRevoked) { try await core.register(pin: Phone.pin()) }
        #expect(try await core.determineWalletStatus() == .revoked(.solutionByAdmin, canRegisterNewWallet: false))
        await expect(.walletRevoked) { try await phone.launch().register(pin: Phone.pin()) }
        try await core.wipe()
        try await core.register(pin: Phone.pin())
    }

    @Test func `if a new wallet is revoked before the answer to its registration, the phone is not blamed`() async throws {
        let phone = try Phone()
        let core = try await phone.launch()
        phone.provider.add(.refuse(.accountRevoked(reason: "user_request", canRegisterNewWallet: true)), to: .createWallet)
        await expect(.unexpected) { try await core.register(pin: Phone.pin()) }
        #expect(try await core.determineWalletStatus() == .active)
        try await core.register(pin: Phone.pin())
    }
}
