// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Registrar
import ServerCommands

/// `registrar part`: writes the part of the wallets' configuration.
struct RegistrarPart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "part", abstract: "Write what wallet-config init --part needs so that wallets trust this registrar. For tests only.")

    @OptionGroup var place: RegistrarDirectory

    @Option(
        name: .customLong("tls-root"),
        help: ArgumentHelp("The TLS roots of the verifiers and of the status list.", valueName: "pem"))
    var tlsRoot: String

    @Option(help: ArgumentHelp("The new file.", valueName: "json"))
    var output: String

    func run() async throws {
        var files = NewFiles()
        files.add(output, try SharingPart(of: place.registrar(), tlsRoots: SetupOptions.roots(in: tlsRoot)).text, isSecret: false)
        try RegistrarRefusal.write(files)
        Terminal.write(output)
    }
}
