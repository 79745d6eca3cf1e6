// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ServerCommands
import ServerState
import WalletProvider

/// `wallet-provider init`: makes the directory of a new provider with everything that `serve` needs.
struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a directory for a new provider: settings, keys, a certificate request and a systemd override.",
        discussion: """
            In a terminal the command asks for missing options, unless the address and a kind of phone are given. The directory must be new or \
            empty, and appears only when it is complete; after a failure nothing has changed. A self-signed certificate is used until the \
            authority has signed the request.
            """)

    @Argument(help: "The directory, which is new or empty; only its owner may enter it.")
    var directory: String

    @Option(help: "The address by which wallets know this provider, https://NAME[:PORT]; it must never change.")
    var publicURL: String?

    @Option(help: "The name or address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on.")
    var port = 8443

    @Option(help: "The port of the listener for operators.")
    var internalPort = 9443

    @Option(help: ArgumentHelp("A PostgreSQL database for the accounts, without a password in it. Default: SQLite.", valueName: "url"))
    var database: String?

    @Option(help: ArgumentHelp("A file with the database's password on its first line. Default: ~/.pgpass.", valueName: "file"))
    var databasePasswordFile: String?

    @OptionGroup(title: "Token for the keys; without these the keys are in a sealed file")
    var token: TokenOptions

    @OptionGroup(title: "iPhones")
    var apple: AppleOptions

    @OptionGroup(title: "Android phones")
    var android: AndroidOptions

    func validate() throws {
        guard ProviderSetup.isPlainPath(directory) else {
            throw ValidationError(
                "the directory is a path of letters, digits, and . _ + - / only, because systemd reads other characters differently")
        }
        guard ProviderSetup.isPlainHost(host) else {
            throw ValidationError("--host must be a name or an address: letters, digits, and . - : only")
        }
        guard (1...65_535).contains(port), (1...65_535).contains(internalPort), port != internalPort else {
            throw ValidationError("--port and --internal-port must be two different numbers from 1 to 65535")
        }
        if let publicURL {
            do {
                try ProviderConfiguration.check(publicURL: publicURL)
            } catch {
                throw ValidationError("--public-url: \(error)")
            }
            guard ProviderSetup.host(of: publicURL) != nil else {
                throw ValidationError("--public-url must name a host, not an IP address: certificates are made for names")
            }
        }
        do {
            let password = databasePasswordFile.map { ["--database-password-file", $0] } ?? []
            _ = try BackendOptions.parse(["--state", directory] + (database.map { ["--database", $0] } ?? []) + password)
        } catch {
            throw ValidationError(BackendOptions.message(for: error))
        }
    }

    func run() async throws {
        let complete = isComplete || isatty(STDIN_FILENO) != 1 ? self : try asked()
        guard let publicURL = complete.publicURL, let host = ProviderSetup.host(of: publicURL) else {
            throw ValidationError("--public-url is missing: the address by which wallets know this provider")
        }
        guard complete.apple.isGiven || complete.android.isGiven else {
            throw ValidationError("no phone is accepted: give the options for iPhones or for Android phones, or both")
        }
        let setup = ProviderSetup(complete, publicURL: publicURL, host: host)
        try await setup.write()
        for line in setup.nextSteps { Terminal.write(line) }
    }

    private var isComplete: Bool { publicURL != nil && (apple.isGiven || android.isGiven) }

    /// The command with the answers to its questions.
    private func asked() throws -> Self {
        try Self.parse(Array(CommandLine.arguments.dropFirst(2)) + MissingOptions(of: self).asked())
    }
}
