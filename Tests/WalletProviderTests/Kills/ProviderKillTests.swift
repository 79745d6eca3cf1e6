// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import KillLink
import ProviderProtocol
import Testing
import WalletProvider

/// Kills the provider at every point of registration, unlock, PIN change, revocation of a wallet and of a person, disclosure of a recovery
/// code, and witness maintenance. Uses real processes, files and databases.
///
/// `make test-all` covers every fifth point, `make kill-test` every point.
@Suite(.serialized) struct ProviderKillTests {
    private static let isLong = ProcessInfo.processInfo.environment["WALLET_KILLS"] == "long"

    enum Flow: String, CaseIterable, Sendable {
        case registration, unlock, wrongPIN, knownUnlock, knownWrongPIN, pinChangeStart, pinChangeCommit, pinChangeRollBack, revocation
        case compaction
        case holderRevocation, codeRevocation, disclosure, lateDisclosure

        /// True if the process knows the account since a right PIN, so that the reservation is written to database and journal at once.
        var isKnown: Bool { self == .knownUnlock || self == .knownWrongPIN }

        /// True if the flow concerns a person with two wallets: `PersonKills`.
        var isOfPerson: Bool {
            switch self {
            case .holderRevocation, .codeRevocation, .disclosure, .lateDisclosure: true
            default: false
            }
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: StoreKind.installed)
    func `a kill at any point loses nothing acknowledged and gives no free guess, and a retry completes`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await ProviderKillStage(kind)
        var (total, skipped) = (0, 0)
        var passed: [String] = []
        for (offset, flow) in Flow.allCases.enumerated() {
            let points = try await play(flow, at: nil, stage)
            try #require(!points.isEmpty)
            passed.append("\(flow) \(points.count)")
            for (index, point) in points.enumerated() {
                guard Self.isLong || (index + offset) % 5 == 0 else {
                    skipped += 1
                    continue
                }
                _ = try await play(flow, at: point, stage)
                total += 1
            }
        }
        await stage.end()
        print(
            "\(kind): \(total) kills of the provider, \(skipped) points left for make kill-test; points: \(passed.joined(separator: ", "))")
    }

    @Test(.timeLimit(.minutes(30)), arguments: [Flow.unlock, .wrongPIN, .knownUnlock, .knownWrongPIN, .pinChangeStart])
    func `a machine that crashes at any point loses at most an attempt's outcome, which gives no free guess, and a retry completes`(
        _ flow: Flow
    ) async throws {
        let stage = try await ProviderKillStage(.sqlite)
        stage.losesUnflushed = true
        let points = try await play(flow, at: nil, stage)
        try #require(!points.isEmpty)
        for point in points { _ = try await play(flow, at: point, stage) }
        await stage.end()
        #expect((stage.losses > 0) == (flow != .pinChangeStart), "a change is never lost")
        print("\(flow): \(points.count) crashes of the machine, \(stage.losses) lost an outcome")
    }

    /// - Returns: the points that were passed, if `place` is nil.
    private func play(_ flow: Flow, at place: Fault.Place?, _ stage: ProviderKillStage) async throws -> [Fault.Place] {
        if flow.isOfPerson { return try await PersonKills(flow, stage).play(at: place) }
        let fault = place.map { Fault(.kill, $0).description } ?? "no fault"
        let context = "\(flow), \(fault)"
        let accounts = try await stage.accounts()
        var phone = TestPhone()
        var attempts = 0
        if flow != .registration { try await stage.register(&phone) }
        let (old, new) = (phone.pinKey, P256.Signing.PrivateKey())
        if flow == .pinChangeCommit || flow == .pinChangeRollBack { try await start(&phone, to: new, &attempts, stage) }

        if flow.isKnown { #expect(try await stage.tryPIN(&phone, &attempts) == nil) }
        if flow == .compaction { try await stage.abandonSlot(about: phone) }

        attempts = 0
        try await stage.arm(place)
        do {
            try await run(flow, &phone, old, new, &attempts, stage)
        } catch {
            Issue.record("\(context): stuck with \(error)")
            return []
        }
        let points = place == nil ? try await stage.points() : []
        if place != nil, stage.sprung == nil { Issue.record("\(context): the point was not passed") }
        // A guess is counted before it is verified.
        if stage.allVerified > attempts { Issue.record("\(context): \(stage.allVerified) verdicts for \(attempts) attempts") }
        try await stage.arm(nil)
        // Whatever number of requests and kills: one wallet, one account.
        let made = try await stage.accounts() - accounts
        if made != 1 { Issue.record("\(context): \(made) accounts for one registration") }
        try await judge(flow, &phone, context, verified: stage.allVerified, stage)
        return points
    }

    private func start(
        _ phone: inout TestPhone, to new: P256.Signing.PrivateKey, _ attempts: inout Int, _ stage: ProviderKillStage
    ) async throws {
        _ = try await stage.perform(.startPINChange, &phone, &attempts) { try $0.startPINChange($1, to: new) }
    }

    private func run(
        _ flow: Flow, _ phone: inout TestPhone, _ old: P256.Signing.PrivateKey, _ new: P256.Signing.PrivateKey, _ attempts: inout Int,
        _ stage: ProviderKillStage
    ) async throws {
        switch flow {
        case .registration: try await stage.register(&phone)
        case .unlock, .knownUnlock: #expect(try await stage.tryPIN(&phone, &attempts) == nil)
        case .wrongPIN, .knownWrongPIN:
            // A user without an answer tries again, which is a further attempt.
            let problem = try await stage.tryPIN(&phone, &attempts, wrong: true)
            guard case .incorrectPIN(let left, _)? = problem else {
                return #expect(Bool(false), "a wrong PIN: \(String(describing: problem))")
            }
            let counted = try #require(try await stage.store.witnessedAccount(phone.walletID)).attempts.count
            #expect(left == 4 - Int(counted))
            #expect(counted >= stage.allVerified)
        case .pinChangeStart:
            do {
                try await start(&phone, to: new, &attempts, stage)
            } catch let problem as ProviderProblem where problem == .instructionRejected {
                // The change began and its answer is lost: the settlement decides.
            }
            try await settle(&phone, current: old, new: new, typed: new, &attempts, stage)
        case .pinChangeCommit: try await settle(&phone, current: old, new: new, typed: new, &attempts, stage)
        case .pinChangeRollBack: try await settle(&phone, current: old, new: new, typed: old, &attempts, stage)
        case .revocation: #expect(try await stage.revoke(phone))
        case .compaction:
            try await stage.maintain()
            #expect(try await stage.tryPIN(&phone, &attempts) == nil)
            try await stage.maintain()
        case .holderRevocation, .codeRevocation, .disclosure, .lateDisclosure: break
        }
    }

    /// Settles with the PIN that the user enters; from then on it is the wallet's PIN.
    private func settle(
        _ phone: inout TestPhone, current: P256.Signing.PrivateKey, new: P256.Signing.PrivateKey, typed: P256.Signing.PrivateKey,
        _ attempts: inout Int, _ stage: ProviderKillStage
    ) async throws {
        let isNew = typed.rawRepresentation == new.rawRepresentation
        let (currentKey, newKey) = isNew ? (P256.Signing.PrivateKey(), new) : (current, P256.Signing.PrivateKey())
        let result = try await stage.perform(.settlePINChange, &phone, &attempts) {
            try $0.settlePINChange($1, current: currentKey, new: newKey)
        }
        let settled = try PINChangeResult(try #require(result))
        #expect(settled.pin == (isNew ? .new : .current))
        phone.certificate = settled.certificate
        phone.pinKey = typed
    }

    private func judge(
        _ flow: Flow, _ phone: inout TestPhone, _ context: String, verified: Int, _ stage: ProviderKillStage
    ) async throws {
        var ignored = 0
        if flow == .revocation {
            do {
                try await stage.ask(&phone)
                Issue.record("\(context): it is not revoked")
            } catch let problem as ProviderProblem {
                if case .accountRevoked = problem {} else { Issue.record("\(context): \(problem)") }
            }
        } else {
            if let problem = try await stage.tryPIN(&phone, &ignored) { Issue.record("\(context): the PIN is no good: \(problem)") }
            let account = try #require(try await stage.account(of: phone))
            if account.attempts.count != 0 { Issue.record("\(context): \(account.attempts.count) attempts are left over") }
        }
        if let disagreement = try await stage.disagreement(about: phone) { Issue.record("\(context): \(disagreement)") }
    }
}
