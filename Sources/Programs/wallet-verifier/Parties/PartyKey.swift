// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import JSON
import OpenID4VP
import ServerCommands
import ServerState
import WalletVerifier

/// `wallet-verifier party key`: replaces a party's API key.
struct PartyKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Give a party a new API key; the former one ends with the server's next start.")

    @OptionGroup var place: PartyPlace

    @Argument(help: "The party's name.")
    var name: String

    func run() async throws {
        let folder = try place.existing(name)
        var description = try folder.read()
        let apiKey = Base64URL.encode(systemRandomBytes(32))
        description.apiKeyHash = PartyDescription.hash(ofAPIKey: apiKey)
        try StateFile.replace(folder.file(PartyFolder.description), with: description.json.encode() + [UInt8(ascii: "\n")])
        Terminal.write(apiKey)
    }
}

/// `wallet-verifier party list`: lists the parties.
struct PartyList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the parties: name, and uses with their session types.")

    @OptionGroup var place: PartyPlace

    func run() async throws {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.directory).sorted()) ?? []
        for name in names where PartyDescription.isName(name) {
            let folder = try place.folder(name)
            guard FileManager.default.fileExists(atPath: folder.file(PartyFolder.description)) else { continue }
            let uses = try folder.read().uses.map { "\($0.name): \($0.sessionTypes.map(\.rawValue).sorted().joined(separator: ", "))" }
            Terminal.write("\(name)\t\(uses.joined(separator: "; "))")
        }
    }
}
