// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// Every call in every state with a blocked version (PF1.4) or a revoked wallet (PF2.10): no call that shows or changes the wallet's contents is
/// admitted, and a refused call changes and sends nothing.
struct LifecycleMatrixTests {
    /// The reason for refusal, beside the state.
    enum Cause: CaseIterable {
        case blocked, revoked

        var code: WalletCoreError.Code {
            switch self {
            case .blocked: .versionBlocked
            case .revoked: .walletRevoked
            }
        }
    }

    /// A row of the matrix: a state with a reason for refusal.
    struct Row: CustomTestStringConvertible {
        let state: CoreState
        let cause: Cause
        var testDescription: String { "\(cause) while \(state)" }

        /// The state found afterwards: a block or a revocation locks.
        var found: CoreState { min(state, .locked) }
    }

    static let rows = Cause.allCases.flatMap { cause in CoreState.allCases.map { Row(state: $0, cause: cause) } }

    /// The calls that are admitted nevertheless.
    private static let served: Set<CoreCall> = [
        .isDeviceRooted, .biometricAvailability, .initialize, .wipe, .hasRemotePIN, .hasPID, .isUnlocked, .isBiometricUnlockEnabled,
        .inactivityTimeout, .language, .setLanguage, .setLockStream, .setConfigurationStream, .setUpdatePolicyStream, .applyUpdatePolicy,
        .setWalletStatusStream, .determineWalletStatus, .confirmRevocationShown, .refreshWalletStatus, .isRevocationCodeConfirmed,
        .pinChangeState, .checkConnections, .setCardsStream, .isUpdatePolicyExpired,
    ]

    private static func core(in row: Row, on phone: Phone) async throws -> Core {
        switch row.state {
        case .waitingForPlatform, .waitingForInitialize:
            try await apply(row.cause, try await phone.registered(), phone)
            return try await StateMatrixTests.core(in: row.state, on: phone)
        case .empty where row.cause == .revoked:
            let core = try await phone.launch()
            phone.provider.add(
                .refuse(.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)), to: .createWallet)
            await expect(.walletRevoked) { try await core.register(pin: Phone.pin()) }
            return core
        case .empty, .locked, .unlocked:
            let core = try await StateMatrixTests.core(in: row.state, on: phone)
            try await apply(row.cause, core, phone)
            return core
        }
    }

    /// Blocks the version or revokes the wallet.
    private static func apply(_ cause: Cause, _ core: Core, _ phone: Phone) async throws {
        switch cause {
        case .blocked:
            let policy = UpdatePolicy(available: [], rules: [UpdateRule(try #require(VersionRange("<2.0.0")), .block, from: nil)])
            let now = Int64(phone.clock.now.timeIntervalSince1970)
            let documents = phone.provider.documents
            documents.serve(try documents.sign(policy, version: 1, at: now), at: .updatePolicy)
            _ = try await core.pollUpdatePolicy()
        case .revoked:
            phone.provider.revoke("admin_request")
            _ = try await core.refreshWalletStatus()
        }
    }

    /// Returns the error of a cell; nil when the call is admitted.
    private static func refusal(of call: CoreCall, in row: Row) -> WalletCoreError.Code? {
        if row.state > .waitingForInitialize, !served.contains(call) { return row.cause.code }
        return StateMatrixTests.refusal(of: call, in: row.found)
    }

    @Test(arguments: rows)
    func `a call refused in its lifecycle state has no effect`(row: Row) async throws {
        let phone = try Phone()
        let core = try await Self.core(in: row, on: phone)
        #expect(try await core.state() == row.found)
        // The beacon is too old by now.
        phone.clock.advance(by: BeaconLifetime.seconds)
        phone.provider.forgetRequests()
        let before = try phone.trace()
        for call in CoreCall.allCases {
            guard let refusal = Self.refusal(of: call, in: row) else { continue }
            do {
                try await StateMatrixTests.make(call, of: core)
                #expect(StateMatrixTests.isSilent(call), "\(call)")
            } catch let error as WalletCoreError {
                #expect(error.code == refusal, "\(call): \(error)")
            }
            #expect(phone.provider.requestCount == 0, "\(call)")
            #expect(try phone.trace() == before, "\(call)")
        }
        #expect(try await core.state() == row.found)
    }

    @Test(arguments: rows)
    func `a call admitted in its lifecycle state is answered`(row: Row) async throws {
        for call in CoreCall.allCases where Self.refusal(of: call, in: row) == nil {
            let phone = try Phone()
            let core = try await Self.core(in: row, on: phone)
            do {
                try await StateMatrixTests.make(call, of: core)
            } catch {
                Issue.record("\(call): \(error)")
            }
            #expect(try await core.state() <= .locked, "\(call)")
        }
    }
}
