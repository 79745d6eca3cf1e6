// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DeviceAttestation
import Foundation
import HSM
import KillLink
import PostgresClient
import ProviderProtocol
import ProviderWorld
import SwiftASN1
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite
import WitnessFiles
import X509

/// `provider-kill-subject`: one process of the provider, killed at a point of its work. Only the harness starts it.
@main
struct ProviderSubject {
    static func main() async throws {
        let link = FrameChannel(FrameChannel.subjectDescriptor)
        let assignment = try link.receive(ProviderAssignment.self)
        let trap = ProviderTrap(link)
        let (provider, journals, store): (WalletProvider, WitnessJournals, any AccountStore)
        do {
            (provider, journals, store) = try await make(assignment, trap, link)
        } catch {
            try link.send(ProviderSaid.ready("\(error)"))
            return
        }
        try link.send(ProviderSaid.ready(nil))
        while let asked = try? link.receive(ProviderAsked.self) {
            switch asked {
            case .arm(let place):
                trap.arm(place)
                try link.send(ProviderSaid.done)
            case .maintain:
                // The periodic work of a server, at a time that the harness controls.
                try await journals.maintain(all: true)
                try await journals.recordHeads()
                try link.send(ProviderSaid.done)
            case .commitOutcomes:
                try await (store as? SQLiteAccountStore)?.commitOutcomes()
                try await (store as? PostgresAccountStore)?.commitOutcomes()
                try link.send(ProviderSaid.done)
            case .points: try link.send(ProviderSaid.points(trap.points))
            case .revoke(let walletID):
                let revoked = try? await provider.revoker.revoke(WalletID(parsing: walletID), because: .adminRequest, by: .portal)
                trap.pass("before answer")
                try link.send(ProviderSaid.response(status: revoked == nil ? 503 : 200, body: Data()))
            case .revokeHolder(let walletID):
                let revoked = try? await provider.revoker.revokeHolder(of: WalletID(parsing: walletID), by: .operator(name: "kill"))
                trap.pass("before answer")
                try link.send(ProviderSaid.response(status: revoked?.isEmpty == false ? 200 : 503, body: Data()))
            case .revokeCode(let code):
                let revoked = try? await provider.revoker.revokeHolder(withRecoveryCode: code, by: .operator(name: "kill"))
                trap.pass("before answer")
                try link.send(ProviderSaid.response(status: revoked?.isEmpty == false ? 200 : 503, body: Data()))
            case .request(let path, let body):
                let answer = await provider.answer(path, Array(body))
                trap.pass("before answer")
                try link.send(ProviderSaid.response(status: answer?.status ?? 404, body: Data(answer?.body ?? [])))
            }
        }
    }

    private static func make(_ assignment: ProviderAssignment, _ trap: ProviderTrap, _ link: FrameChannel) async throws
        -> (WalletProvider, WitnessJournals, any AccountStore)
    {
        let hsm = TrappedHSM(
            hsm: try SoftwareHSM(keyFile: assignment.directory + "/keys", secretFile: assignment.directory + "/secret"), trap: trap)
        let store: any AccountStore & AuditStore & WitnessedAccounts =
            assignment.isPostgres
            // A kill loses the outcome of every unlock that no later call has committed.
            ? try await PostgresAccountStore(
                PostgresConfiguration(address: PostgresAddress(assignment.database), timeouts: .patient), outcomeDelay: .seconds(3600))
            : try SQLiteAccountStore(path: assignment.database, timeouts: .patient, outcomeDelay: .seconds(3600))
        let files = assignment.isPostgres ? nil : FlushedFiles(path: assignment.database)
        files?.forget()
        let journals = try await WitnessJournals(
            directory: assignment.directory + "/journals", timeouts: .patient, hsm: hsm, segmentLimit: 1 << 20,
            write: { file, bytes in
                // A write killed half-way.
                if trap.springs(at: "within journal write") {
                    try? file.write(contentsOf: bytes.prefix(bytes.count / 2))
                    trap.die(at: "within journal write")
                }
                try file.write(contentsOf: bytes)
            }, pass: { trap.pass($0) })
        let ledger = journals.takeLedger()
        let findings = try await WitnessComparison(
            store, with: ledger, unusedAccountLifetime: 86_400_000, now: Timestamp(Date())
        ).findings()
        guard !findings.isBehind else { throw Witness.Rejection.behind(findings) }
        let witnessed = WitnessedStore(
            TrappedStore(store: store, trap: trap, files: files), journal: TrappedJournal(journal: journals, trap: trap), ledger: ledger,
            ownWallets: journals.ownWallets, clock: { Date() })
        let apple = AppAttestVerifier(
            roots: [try Certificate(pemEncoded: assignment.appleRoot)],
            appID: AppID(teamID: assignment.teamID, bundleID: assignment.bundleID), environment: .production)
        let provider = WalletProvider(
            try ProviderConfiguration(
                publicURL: assignment.publicURL, devices: try AcceptedDevices(apple: apple, android: nil, allowsDevelopment: true),
                recoveryCodeReader: DisclosedCodeReader()),
            store: witnessed, hsm: hsm,
            observe: { event in
                if case .pinVerified(let isRight, _) = event { try? link.send(ProviderSaid.verified(isRight: isRight)) }
            })
        return (provider, journals, store)
    }
}
