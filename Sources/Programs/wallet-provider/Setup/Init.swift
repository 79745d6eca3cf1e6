// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
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

    @OptionGroup
    var place: SetupOptions

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

    @Flag(help: "Also trust roots of simulated phones. For development only.")
    var allowDevelopmentRoots = false

    @OptionGroup(title: "PIN recovery")
    var pid: PIDOptions

    @Option(
        help: ArgumentHelp(
            "The client_id of all wallets of this provider, if issuers shall accept them: have attestation-key.pem certified before the start.",
            valueName: "client_id"))
    var attestationClientID: String?

    @Option(help: ArgumentHelp("With it: the wallet's name, displayed by issuers.", valueName: "name"))
    var attestationWalletName: String?

    func validate() throws {
        try SetupOptions.check(ports: ["--port": port, "--internal-port": internalPort])
        if let publicURL = place.publicURL { try Self.check(publicURL: publicURL) }
        let password = databasePasswordFile.map { ["--database-password-file", $0] } ?? []
        try BackendOptions.check(["--state", place.directory] + (database.map { ["--database", $0] } ?? []) + password)
        try AttestationOptions.check(attestationArguments)
    }

    /// Checks the public address.
    ///
    /// - Throws: `ValidationError` with the reason.
    static func check(publicURL: String) throws {
        _ = try SetupOptions.host(of: publicURL, as: "--public-url")
        do {
            try ProviderConfiguration.check(publicURL: publicURL)
        } catch {
            throw ValidationError("--public-url: \(error)")
        }
    }

    /// The options of `serve` for attestations; the certificate does not exist yet.
    private var attestationArguments: [String] {
        (attestationClientID.map { ["--attestation-client-id", $0, "--attestation-certificate", ProviderSetup.attestationCertificate] }
            ?? [])
            + (attestationWalletName.map { ["--attestation-wallet-name", $0] } ?? [])
    }

    func run() async throws {
        let complete = isComplete || !Terminal.isInteractive ? self : try asked()
        let (publicURL, host) = try complete.place.address()
        guard complete.apple.isGiven || complete.android.isGiven else {
            throw ValidationError("no phone is accepted: give the options for iPhones or for Android phones, or both")
        }
        let setup = ProviderSetup(complete, publicURL: publicURL, host: host)
        try await setup.write()
        for line in setup.nextSteps { Terminal.write(line) }
    }

    private var isComplete: Bool { place.publicURL != nil && (apple.isGiven || android.isGiven) }

    /// The command with the answers to its questions.
    private func asked() throws -> Self {
        try place.checkBeforeQuestions()
        return try Self.parse(Array(CommandLine.arguments.dropFirst(2)) + MissingOptions(of: self).asked())
    }
}
