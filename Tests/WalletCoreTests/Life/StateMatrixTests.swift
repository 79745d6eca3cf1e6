// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import Synchronization
import Testing
import WalletConformance
import WalletInterface

@testable import WalletCore

/// Every call in every state (threat T-A1): a forbidden call is refused with the state's reason, and changes and sends nothing.
struct StateMatrixTests {
    /// A cell of the matrix.
    struct Cell: CustomTestStringConvertible {
        let state: CoreState
        let call: CoreCall
        var testDescription: String { "\(call) while \(state)" }
    }

    static let cells = CoreState.allCases.flatMap { state in CoreCall.allCases.map { Cell(state: state, call: $0) } }

    static func core(in state: CoreState, on phone: Phone) async throws -> Core {
        switch state {
        case .waitingForPlatform: return Core(embedded: phone.provider.embedded)
        case .waitingForInitialize: return try await phone.process()
        case .empty: return try await phone.launch()
        case .locked:
            let core = try await phone.registered()
            await core.lock()
            return core
        case .unlocked: return try await phone.registered()
        }
    }

    /// Makes a call. Two of them are not part of the app's protocol.
    static func make(_ call: CoreCall, of core: Core) async throws {
        if let call = try CoreBench().call(call) { return try await call.make(core) }
        switch call {
        case .refreshWalletStatus: _ = try await core.refreshWalletStatus()
        case .refreshCardStatuses: _ = try await core.refreshCardStatuses()
        default: Issue.record("no test makes the call \(call)")
        }
    }

    /// Calls that need biometrics that are enabled, or a PIN that was just entered.
    private static let unprepared: Set<CoreCall> = [.unlockWithBiometrics, .deleteHistory, .exportHistory]

    /// The refusal of a call that only prepares something is silent.
    static func isSilent(_ call: CoreCall) -> Bool { call.isSilent }

    /// The refusal that a state demands; nil if the call is admitted.
    static func refusal(of call: CoreCall, in state: CoreState) -> WalletCoreError.Code? {
        Admission(state: state).refusal(of: call)?.code
    }

    @Test(arguments: cells)
    func `each call in each state is admitted, or refused without an effect`(cell: Cell) async throws {
        let phone = try Phone()
        let core = try await Self.core(in: cell.state, on: phone)
        #expect(try await core.state() == cell.state)
        phone.provider.forgetRequests()
        let before = try phone.trace()
        let refusal = Self.refusal(of: cell.call, in: cell.state)
        do {
            try await Self.make(cell.call, of: core)
            #expect(refusal == nil || Self.isSilent(cell.call))
        } catch let error as WalletCoreError where refusal != nil {
            #expect(error.code == refusal)
        } catch let error as WalletCoreError {
            // Admitted; here biometrics are not enabled, no PIN was entered after the registration, and there is neither an issuer nor a session, nor are there settings of sharing.
            let isElsewhere =
                switch error.code {
                case .issuance, .sharing: true
                default: false
                }
            let isUnprepared = Self.unprepared.contains(cell.call)
            #expect(isUnprepared && error.code == .unexpected || isElsewhere, "\(error)")
        }
        guard refusal != nil else { return }
        #expect(try phone.trace() == before)
        #expect(phone.provider.requestCount == 0)
        #expect(try await core.state() == cell.state)
    }

    @Test func `calls that are always permitted succeed in every state`() async throws {
        for state in CoreState.allCases {
            let core = try await Self.core(in: state, on: try Phone())
            _ = await core.isInitialized()
            await core.noteActivity()
            await core.clearLockStream()
            await core.clearConfigurationStream()
            await core.clearUpdatePolicyStream()
            await core.clearWalletStatusStream()
            await core.clearCardsStream()
            await core.handle(.didEnterBackground)
            await core.handle(.willEnterForeground)
            _ = core.policyViolation(of: try Phone.pin())
            #expect(try await core.state() == state)
            await core.lock()
            await core.rebind()
            #expect(try await core.state() == min(state, .locked))
        }
    }
}

extension Phone {
    /// Returns the phone's state: the bytes of every file, and the keys in its hardware.
    func trace() throws -> [String: Data] {
        var trace: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: utilities.storageDirectory) {
            trace[name] = try Data(contentsOf: URL(filePath: utilities.storageDirectory + "/" + name))
        }
        for key in encryptionKeys.keys.withLock({ $0.keys }) { trace["encryption key " + key] = Data() }
        for key in attestedKeys.state.withLock({ $0.keys.keys }) { trace["device key " + key] = Data() }
        trace["biometric key"] = biometrics.state.value.key?.rawRepresentation
        return trace
    }
}
