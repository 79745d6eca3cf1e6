// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import PIDIssuer
import ServerCommands

/// `wallet-issuer revoke`: revokes credentials permanently.
struct Revoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Permanently revoke one credential by its entry in a status list, or all credentials of a person.",
        discussion: """
            A running server publishes the revocation with its next answer. A repetition changes nothing. The exit code is 1 if there is no \
            such credential.
            """)

    @OptionGroup var backend: StateOptions

    @Option(help: ArgumentHelp("The credential with this entry: the list's number, a colon, the index.", valueName: "list:index"))
    var index: String?

    @Option(help: ArgumentHelp("All credentials of the person with this citizen service number.", valueName: "bsn"))
    var person: String?

    func validate() throws {
        guard (index == nil) != (person == nil) else { throw ValidationError("give either --index or --person") }
        guard index == nil || entry != nil else { throw ValidationError("--index must be two numbers with a colon between them") }
    }

    func run() async throws {
        let count = try await backend.withStore { store in
            if let entry { return try await store.revoke(.entry(entry)) }
            let person = person ?? ""
            return try await backend.withHSM { hsm in
                try await store.revoke(.person(PersonMarks(hsm: hsm).statusMark(of: person)))
            }
        }
        guard let count else {
            Terminal.write("There is no such credential; nothing was revoked.")
            throw ExitCode.failure
        }
        Terminal.write("revoked\t\(count)")
    }

    private var entry: StatusEntry? {
        let numbers = (index ?? "").split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let list = numbers[0], let entry = numbers[1], list > 0, entry >= 0 else { return nil }
        return StatusEntry(list: list, entry: entry)
    }
}
