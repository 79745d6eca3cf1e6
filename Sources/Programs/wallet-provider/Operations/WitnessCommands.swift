// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ProviderState
import ServerCommands
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
            abstract: "Say whether the database is older than its witness. The exit code is 1 when it is.")

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
            abstract: "After a backup was restored: write the worse of database and witness into the database.",
            discussion: """
                Stop all servers first, and name the directories of all of them (--witness-peer), or run it once with each. Attempts, \
                waits, blocks, PIN changes, revocations and registrations that the backup lacks are there again afterwards; keys of users that \
                were made since the backup are lost. It is written to the audit log first. Done again, it changes nothing.
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
            abstract: "Go on with the journals as they are, although a slot or the end of one is missing.",
            discussion: """
                Stop all servers first. Look for the files before: what is missing may be the only witness of attempts, PIN changes and \
                revocations. Where all that came after a snapshot is missing, the snapshot stands. It is written to the audit log first. With \
                --witness-peer, run it on the other machine, too.
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
            abstract: "Begin a witness with the database as it is now, which is believed.",
            discussion: "Stop all servers first. It is written to the audit log first.")

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        @Flag(help: "Move the journals that are there out of the way, into a directory beside them.")
        var setAside = false

        func run() async throws {
            let directory = try WitnessCommands.directory(backend)
            guard try setAside || !WitnessJournals.exist(in: directory) else {
                throw StartError("There is a witness in \(directory). With --set-aside it is moved out of the way.")
            }
            try await backend.withUnwitnessed { store, hsm in
                let place = try await Witness.begin(
                    store, in: directory, timeouts: backend.timeouts, hsm: hsm, by: person.actor, clock: { Date() })
                Terminal.write(place.map { "the former journals are in \($0)" } ?? "the witness begins")
            }
        }
    }

    private static func directory(_ backend: BackendOptions) throws -> String {
        guard let directory = backend.witnessJournal else { throw ValidationError("--witness-journal says where the journals are") }
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
