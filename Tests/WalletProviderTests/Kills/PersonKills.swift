// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import ProviderProtocol
import Testing
import WalletProvider

/// A person with two wallets while a provider is killed: the person is never revoked partially, and a retry completes the act.
struct PersonKills {
    private let flow: ProviderKillTests.Flow
    private let stage: ProviderKillStage
    private let code = UUID().uuidString

    init(_ flow: ProviderKillTests.Flow, _ stage: ProviderKillStage) { (self.flow, self.stage) = (flow, stage) }

    /// - Returns: the points that were passed, if `place` is nil.
    func play(at place: Fault.Place?) async throws -> [Fault.Place] {
        let context = "\(flow), \(place.map { Fault(.kill, $0).description } ?? "no fault")"
        let accounts = try await stage.accounts()
        var (phones, attempts) = ([TestPhone(), TestPhone()], 0)
        var pid = ""
        for index in phones.indices {
            pid = try await stage.registerWithPID(&phones[index], code)
            let tells = index == 0 || flow == .holderRevocation || flow == .codeRevocation
            if tells { #expect(try await stage.disclose(pid, &phones[index], &attempts) == nil) }
        }
        if flow == .lateDisclosure { #expect(try await stage.tried(.revokeCode(code))) }

        attempts = 0
        try await stage.arm(place)
        do {
            try await run(&phones, pid, &attempts, context)
        } catch {
            Issue.record("\(context): stuck with \(error)")
            return []
        }
        let points = place == nil ? try await stage.points() : []
        if place != nil, stage.sprung == nil { Issue.record("\(context): the point was not passed") }
        if stage.allVerified > attempts { Issue.record("\(context): \(stage.allVerified) verdicts for \(attempts) attempts") }
        try await stage.arm(nil)
        let made = try await stage.accounts() - accounts
        if made != 2 { Issue.record("\(context): \(made) accounts for two registrations") }
        try await judge(&phones, context)
        return points
    }

    private func run(_ phones: inout [TestPhone], _ pid: String, _ attempts: inout Int, _ context: String) async throws {
        switch flow {
        case .codeRevocation:
            // The operator gets no answer and repeats the act at once.
            if try await !stage.tried(.revokeCode(code)) {
                try await expectWhole(phones, context)
                #expect(try await stage.tried(.revokeCode(code)))
            }
        case .holderRevocation:
            if try await !stage.tried(.revokeHolder(of: phones[0].walletID.text)) {
                try await expectWhole(phones, context)
                // The wallets send messages first; then the operator repeats the act.
                try await comeFirst(&phones, &attempts, context)
                #expect(try await stage.tried(.revokeHolder(of: phones[1].walletID.text)))
            }
        case .disclosure: #expect(try await stage.disclose(pid, &phones[1], &attempts) == nil)
        default: #expect(try await stage.disclose(pid, &phones[1], &attempts) == ProviderKillStage.revoked)
        }
    }

    /// Checks that all of the person's wallets are revoked, or none.
    private func expectWhole(_ phones: [TestPhone], _ context: String) async throws {
        let held = try await stage.held(like: phones[0])
        guard held.revoked == 0 || held.revoked == held.all, held.all == 2 else {
            Issue.record("\(context): \(held.revoked) of \(held.all) wallets are revoked")
            return
        }
        guard held.revoked > 0, try await stage.announcements(like: phones[0]) == 0 else { return }
        Issue.record("\(context): revoked, and not in the audit log")
    }

    /// Checks that the wallets' answers match the database, and that the journals then match, too.
    private func comeFirst(_ phones: inout [TestPhone], _ attempts: inout Int, _ context: String) async throws {
        let isRevoked = try await stage.held(like: phones[0]).revoked > 0
        for index in phones.indices {
            let problem = try await stage.tryPIN(&phones[index], &attempts)
            if problem != (isRevoked ? ProviderKillStage.revoked : nil) {
                Issue.record("\(context): before the second try \(String(describing: problem))")
            }
            if let disagreement = try await stage.disagreement(about: phones[index]) {
                Issue.record("\(context): before the second try: \(disagreement)")
            }
        }
    }

    private func judge(_ phones: inout [TestPhone], _ context: String) async throws {
        if flow == .disclosure {
            // The code is known: a revocation through the first wallet also finds the second one.
            var ignored = 0
            #expect(try await stage.tryPIN(&phones[1], &ignored) == nil)
            #expect(try await stage.account(of: phones[1])?.attempts.count == 0)
            #expect(try await stage.tried(.revokeHolder(of: phones[0].walletID.text)))
        }
        let announcements = try await stage.announcements(like: phones[0])
        if announcements < 1 { Issue.record("\(context): not in the audit log") }
        for index in phones.indices {
            do {
                try await stage.ask(&phones[index])
                Issue.record("\(context): a wallet of the person is still accepted")
            } catch let problem as ProviderProblem where problem == ProviderKillStage.revoked {
                // Expected.
            } catch {
                Issue.record("\(context): the wallet is told \(error)")
            }
            if try await !stage.store.keys(of: phones[index].walletID, for: .credential).isEmpty {
                Issue.record("\(context): a revoked wallet has keys")
            }
            if let disagreement = try await stage.disagreement(about: phones[index]) { Issue.record("\(context): \(disagreement)") }
        }
    }
}
