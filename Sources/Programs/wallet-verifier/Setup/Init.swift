// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import OAuthMessages
import ServerCommands
import ServerState
import WalletConfiguration

/// `wallet-verifier init`: makes the directory of a new verifier with everything that `serve` needs.
struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a directory for a new verifier: settings, first party, a certificate request and a systemd override.",
        discussion: """
            In a terminal the command asks for missing options. The directory must be new or empty, and appears only when it is complete; after a \
            failure nothing has changed. A self-signed certificate is used until the authority has signed the request. The API key of the first \
            party is printed this once; without a party, the command that adds one is.
            """)

    @OptionGroup
    var place: SetupOptions

    @Option(help: "The port of the verifier.")
    var port = 8449

    @Option(help: "The port of the listener for operators.")
    var internalPort = 9449

    @OptionGroup(title: "Trusted issuers; their files are copied")
    var issuers: SetupIssuers

    @Option(help: ArgumentHelp("A PostgreSQL database for the sessions, without a password in it. Default: SQLite.", valueName: "url"))
    var database: String?

    @Option(help: ArgumentHelp("A file with the database's password on its first line. Default: ~/.pgpass.", valueName: "file"))
    var databasePasswordFile: String?

    @OptionGroup(title: "First party; its files are copied")
    var party: SetupParty

    @Option(help: "The environment of the wallets; production refuses certificates that were made for tests.")
    var environment: String?

    func validate() throws {
        try SetupOptions.check(ports: ["--port": port, "--internal-port": internalPort])
        if let publicURL = place.publicURL { _ = try Self.address(publicURL) }
        let password = databasePasswordFile.map { ["--database-password-file", $0] } ?? []
        try StoreOptions.check(["--state", place.directory] + (database.map { ["--database", $0] } ?? []) + password)
        guard environment.map({ EnvironmentName($0) != nil }) ?? true else {
            throw ValidationError("--environment must be 1 to 32 lower-case letters, digits and hyphens")
        }
    }

    /// Reads the server's address.
    ///
    /// - Throws: `ValidationError` for an address with a path, or one that wallets refuse.
    private static func address(_ text: String) throws -> HTTPSURL {
        _ = try SetupOptions.host(of: text, as: "--public-url")
        guard let address = HTTPSURL(text), address.path.isEmpty else {
            throw ValidationError("--public-url must be https://NAME[:PORT], without a path")
        }
        return address
    }

    func run() async throws {
        let complete = isComplete || !Terminal.isInteractive ? self : try asked()
        let (publicURL, _) = try complete.place.address()
        guard complete.issuers.isGiven else { throw ValidationError("no issuer is trusted: give --sd-jwt-root or --mdoc-root, or both") }
        let setup = VerifierSetup(complete, publicURL: publicURL, base: try Self.address(publicURL))
        let party = try await setup.write()
        for line in try setup.nextSteps(party) { Terminal.write(line) }
    }

    private var isComplete: Bool { place.publicURL != nil && issuers.isGiven }

    /// The command with the answers to its questions.
    private func asked() throws -> Self {
        try place.checkBeforeQuestions()
        var arguments: [String] = []
        if place.publicURL == nil {
            let url = try Terminal.ask("Address of the verifier for wallets and browsers (https://…)") { _ = try Self.address($0) }
            arguments.append("--public-url=" + url)
        }
        if !issuers.isGiven { arguments += try SetupIssuers.asked() }
        if party.name == nil { arguments += try SetupParty.asked() }
        return try Self.parse(Array(CommandLine.arguments.dropFirst(2)) + arguments)
    }
}
