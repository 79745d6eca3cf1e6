// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ServerState

/// `wallet-verifier party`: the parties that may ask.
struct PartyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "party", abstract: "The parties that may ask: add, list, or give a new API key.",
        discussion: "A running server reads its parties at its start. To remove a party, remove its folder in STATE/parties.",
        subcommands: [PartyAdd.self, PartyList.self, PartyKey.self])
}

/// The directory of the parties.
struct PartyPlace: ParsableArguments {
    @Option(help: "The state directory of the server.")
    var state: String

    @Option(help: ArgumentHelp("The directory with a folder for each party. Default: STATE/parties.", valueName: "directory"))
    var parties: String?

    /// The path of the directory.
    var directory: String { parties ?? VerifierFiles(directory: state).parties }

    /// The folder of a party.
    ///
    /// - Throws: `ValidationError` for a name that none may have.
    func folder(_ name: String) throws -> PartyFolder {
        guard PartyDescription.isName(name) else { throw ValidationError("a party's name is 1 to 64 letters, digits, - and _") }
        return PartyFolder(path: "\(directory)/\(name)")
    }

    /// The folder of an existing party.
    ///
    /// - Throws: `StartError` if there is none.
    func existing(_ name: String) throws -> PartyFolder {
        let folder = try folder(name)
        guard FileManager.default.fileExists(atPath: folder.file(PartyFolder.description)) else {
            throw StartError("There is no party \(name) in \(directory).")
        }
        return folder
    }
}
