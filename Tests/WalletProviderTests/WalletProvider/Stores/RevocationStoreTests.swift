// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Revocations in every account store.
struct RevocationStoreTests {
    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        return stage
    }

    /// Adds a key to the wallet.
    func addKey(_ number: Int64, on stage: StoreStage) async throws {
        _ = try await stage.take(number)
        #expect(
            try await stage.store.accept(
                stage.message(number + 1), evenIfRevoked: false, pinVersion: nil,
                change: .addKeys([stage.key(1)]), answer: stage.answer))
    }

    @Test(arguments: StoreKind.installed, RevocationReason.allCases)
    func `a wallet is revoked once: the first reason and time stay, and its keys are removed`(
        _ kind: StoreKind, _ reason: RevocationReason
    ) async throws {
        let stage = try await stage(kind)
        try await addKey(2, on: stage)
        let revocation = Revocation(reason: reason, date: try await stage.now)
        #expect(try await stage.store.revoke(stage.wallet, because: reason) == revocation)
        try await stage.advance(milliseconds: 1000)
        for again in RevocationReason.allCases {
            #expect(try await stage.store.revoke(stage.wallet, because: again) == revocation)
        }
        #expect(try await stage.account().state == .revoked(revocation))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
        let unknown = WalletID { [UInt8](repeating: 8, count: $0) }
        #expect(try await stage.store.revoke(unknown, because: reason) == nil)
    }

    @Test(arguments: StoreKind.installed, [true, false])
    func `a revoked account accepts only messages for revoked accounts`(_ kind: StoreKind, _ ofSolution: Bool) async throws {
        let stage = try await stage(kind)
        #expect(try await stage.take(2))
        if ofSolution {
            _ = try await stage.store.revokeSolution()
        } else {
            _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        }
        #expect(try await stage.reserve(3) == nil)
        #expect(try await !stage.take(3))
        func accept(_ evenIfRevoked: Bool) async throws -> Bool {
            try await stage.store.accept(
                stage.message(5), evenIfRevoked: evenIfRevoked, pinVersion: nil, change: .none,
                answer: stage.answer)
        }
        #expect(try await !accept(false))
        #expect(try await accept(true))
        #expect(try await !accept(true))
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt reserved before the revocation changes nothing after it`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.take(2)
        #expect(try await stage.reserve(3) == 1)
        _ = try await stage.store.revoke(stage.wallet, because: .adminRequest)
        #expect(
            try await !stage.store.settleAttempt(
                of: stage.message(3), as: .right(.addKeys([stage.key(1)])), pinVersion: 0, answer: stage.answer))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
    }

    @Test(arguments: StoreKind.installed)
    func `the solution is revoked once for all wallets, and no new wallet is accepted`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        try await addKey(2, on: stage)
        #expect(try await stage.store.solutionRevocation() == nil)
        let revocation = Revocation(reason: .solutionCompromised, date: try await stage.now)
        #expect(try await stage.store.revokeSolution() == revocation)
        try await stage.advance(milliseconds: 1000)
        #expect(try await stage.store.revokeSolution() == revocation)
        #expect(try await stage.store.solutionRevocation() == revocation)
        #expect(try await stage.account().state == .revoked(revocation))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
        let late = WalletID { [UInt8](repeating: 8, count: $0) }
        #expect(try await stage.store.create(stage.newAccount(late, mark: 2)) == .solutionRevoked)
        #expect(try await stage.store.account(of: late) == nil)
        // A wallet can still be revoked for its own reason.
        let own = Revocation(reason: .userRequest, date: try await stage.now)
        #expect(try await stage.store.revoke(stage.wallet, because: .userRequest) == own)
    }

    @Test(arguments: StoreKind.installed, RevocationReason.allCases)
    func `a revoked wallet permits no new wallet once the solution is revoked, in either order`(
        _ kind: StoreKind, _ reason: RevocationReason
    ) async throws {
        for isSolutionFirst in [true, false] {
            let stage = try await stage(kind)
            #expect(try await !stage.account().isSolutionRevoked)
            if isSolutionFirst { _ = try await stage.store.revokeSolution() }
            let revocation = try #require(try await stage.store.revoke(stage.wallet, because: reason))
            if !isSolutionFirst {
                let mayRegister = [.userRequest, .adminRequest].contains(reason)
                #expect(try await stage.account().canRegisterNewWallet(after: revocation) == mayRegister)
                #expect(try await !stage.account().isSolutionRevoked)
                _ = try await stage.store.revokeSolution()
            }
            let account = try await stage.account()
            #expect(account.state == .revoked(revocation) && revocation.reason == reason)
            #expect(account.isSolutionRevoked && !account.canRegisterNewWallet(after: revocation))
        }
    }

    @Test(arguments: StoreKind.installed)
    func `a deregistered wallet of a revoked solution stays deregistered`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.take(2)
        #expect(
            try await stage.store.accept(
                stage.message(3), evenIfRevoked: false, pinVersion: nil, change: .deregister,
                answer: stage.answer))
        _ = try await stage.store.revokeSolution()
        let account = try await stage.account()
        #expect(account.state == .deregistered && account.isSolutionRevoked)
    }

    @Test(arguments: StoreKind.installed)
    func `a wallet is found only by the HMAC of its deletion code, also when revoked`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        let mark = [UInt8](repeating: 1, count: 32)
        #expect(try await stage.store.wallet(withRevocationCodeMark: mark) == stage.wallet)
        for other in [[], [1], [UInt8](repeating: 2, count: 32), mark + [1]] as [[UInt8]] {
            #expect(try await stage.store.wallet(withRevocationCodeMark: other) == nil)
        }
        _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        #expect(try await stage.store.wallet(withRevocationCodeMark: mark) == stage.wallet)
    }

    @Test(arguments: StoreKind.installed)
    func `a deregistered wallet is neither found nor revoked`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.take(2)
        #expect(
            try await stage.store.accept(
                stage.message(3), evenIfRevoked: false, pinVersion: nil, change: .deregister,
                answer: stage.answer))
        #expect(try await stage.store.wallet(withRevocationCodeMark: [UInt8](repeating: 1, count: 32)) == nil)
        #expect(try await stage.store.revoke(stage.wallet, because: .userRequest) == nil)
        #expect(try await stage.account().state == .deregistered)
    }
}
