// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ServerCommands
import ServerState
import WalletProvider
import WitnessFiles

/// `wallet-provider witness`: manages the journals that detect a database restored from a backup.
struct WitnessCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "witness", abstract: "Compare the database with its witness, reconcile them, go on after a loss, begin a new witness.",
        subcommands: [Check.self, Reconcile.self, AcceptLoss.self, Begin.self])

    /// `witness check`: compares the database with the journals without changes.
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Report whether the database is older than its witness. The exit code is 1 if it is.")

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        func run() async throws {
            let findings = try await WitnessCommands.compare(backend, writes: false, by: person.actor)
            guard !findings.isBehind else {
                Terminal.write(findings.text)
                throw ExitCode.failure
            }
            Terminal.write("the database is not behind; \(findings.ahead) accounts are newer than the journals")
        }
    }

    /// `witness reconcile`: updates a restored database, so that no wallet gains from the restore.
    struct Reconcile: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "After restoring a backup: store the stricter state of database and witness in the database.",
            discussion: """
                Stop all servers first. Name the directories of all servers (--witness-peer), or run the command once with each. It restores the \
                attempts, waits, blocks, PIN changes, revocations and registrations that the backup lacks. Keys of users made after the backup \
                are lost. The command is written to the audit log first. A repetition changes nothing.
                """)

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        func run() async throws {
            let findings = try await WitnessCommands.compare(backend, writes: true, by: person.actor)
            Terminal.write(findings.isBehind ? "reconciled: \(findings.text)" : "the database was not behind")
        }
    }

    /// `witness accept-loss`: discards the known heads of the other journals.
    struct AcceptLoss: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept the journals as they are, although a slot or the end of a slot is missing.",
            discussion: """
                Stop all servers first. Search for the files before: the missing part may be the only record of attempts, PIN changes and \
                revocations. If everything after a snapshot is missing, the snapshot applies. The command is written to the audit log first. With \
                --witness-peer, run it on the other machine too.
                """)

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        func run() async throws {
            let directory = try WitnessCommands.directory(backend)
            do {
                try await backend.withUnwitnessed { store, hsm in
                    try await Witness.acceptLoss(
                        store, in: directory, hsm: hsm, by: person.actor, clock: { Date() })
                }
            } catch {
                throw BackendOptions.startError(for: error)
            }
            Terminal.write("the journals are taken as they are; now run: wallet-provider witness check")
        }
    }

    /// `witness begin`: accepts the current database as correct.
    struct Begin: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start a new witness from the present database, which is trusted as it is.",
            discussion: "Stop all servers first. The command is written to the audit log first.")

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        @Flag(help: "Move existing journals into a directory beside them.")
        var setAside = false

        func run() async throws {
            let directory = try WitnessCommands.directory(backend)
            guard try setAside || !WitnessJournals.exist(in: directory) else {
                throw StartError("\(directory) already contains a witness. With --set-aside it is moved away.")
            }
            try await backend.withUnwitnessed { store, hsm in
                let place = try await Witness.begin(
                    store, in: directory, timeouts: backend.timeouts, hsm: hsm, by: person.actor, clock: { Date() })
                Terminal.write(place.map { "the former journals are in \($0)" } ?? "the witness begins")
            }
        }
    }

    private static func directory(_ backend: BackendOptions) throws -> String {
        guard let directory = backend.witnessJournal else {
            throw ValidationError("--witness-journal is missing: the directory of the journals")
        }
        try PrivateDirectory(path: directory).check()
        return directory
    }

    private static func compare(
        _ backend: BackendOptions, writes: Bool, by actor: AuditActor
    ) async throws -> WitnessComparison.Findings {
        let directory = try directory(backend)
        do {
            return try await backend.withUnwitnessed { store, hsm in
                try await Witness.compare(
                    store, in: directory, and: backend.witnessPeers, timeouts: backend.timeouts, hsm: hsm, writes: writes, by: actor,
                    unusedAccountLifetime: backend.unusedAccountLifetime, clock: { Date() })
            }
        } catch {
            throw BackendOptions.startError(for: error)
        }
    }
}
