// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import OpenID4VCI
import ServerCommands

/// `wallet-issuer init`: makes the directory of a new issuer with everything that `serve` needs.
struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a directory for a new issuer: settings, keys and root, a certificate request and a systemd override.",
        discussion: """
            In a terminal the command asks for missing options. The directory must be new or empty, and appears only when it is complete; after a \
            failure nothing has changed. A self-signed certificate is used until the authority has signed the request, which is for the issuer and \
            the login provider.
            """)

    @OptionGroup
    var place: SetupOptions

    @Option(help: "The login provider's address as browsers see it, https://NAME[:PORT].")
    var loginURL: String?

    @Option(help: "The port of the issuer.")
    var port = 8446

    @Option(help: "The port of the simulated login provider.")
    var loginPort = 8447

    @Option(help: "The port of the listener for operators.")
    var internalPort = 9446

    @Option(
        name: .customLong("wallet"),
        help: ArgumentHelp(
            "The wallets of one provider, as for serve; may be repeated. The files of roots are copied.",
            valueName: "client_id=… redirect_uri=… issuer=… roots=pem"))
    var wallets: [String] = []

    @OptionGroup(title: "Token for the keys; without these the keys are in a sealed file")
    var token: TokenOptions

    func validate() throws {
        try SetupOptions.check(ports: ["--port": port, "--login-port": loginPort, "--internal-port": internalPort])
        if let publicURL = place.publicURL { try Self.check(publicURL, as: "--public-url") }
        if let loginURL { try Self.check(loginURL, as: "--login-url") }
        if !wallets.isEmpty { try WalletOptions.check(wallets.flatMap { ["--wallet", $0] }) }
    }

    /// Checks an address.
    ///
    /// - Throws: `ValidationError` naming the option.
    private static func check(_ address: String, as option: String) throws {
        _ = try SetupOptions.host(of: address, as: option)
        guard HTTPSURL(address)?.path.isEmpty == true else {
            throw ValidationError("\(option) must be https://NAME[:PORT], without a path")
        }
    }

    func run() async throws {
        let complete = isComplete || !Terminal.isInteractive ? self : try asked()
        let (publicURL, host) = try complete.place.address()
        guard let loginURL = complete.loginURL else {
            throw ValidationError("--login-url is missing: the address at which browsers reach the login provider")
        }
        guard !complete.wallets.isEmpty else { throw ValidationError("--wallet is missing: the wallets of one provider") }
        let loginHost = try SetupOptions.host(of: loginURL, as: "--login-url")
        let setup = IssuerSetup(
            complete, publicURL: publicURL, loginURL: loginURL, hosts: [host] + (loginHost == host ? [] : [loginHost]))
        try await setup.write()
        for line in setup.nextSteps { Terminal.write(line) }
    }

    private var isComplete: Bool { place.publicURL != nil && loginURL != nil && !wallets.isEmpty }

    /// The command with the answers to its questions, one for each missing option.
    private func asked() throws -> Self {
        try place.checkBeforeQuestions()
        var arguments: [String] = []
        if place.publicURL == nil {
            let url = try Terminal.ask("Address of the issuer for wallets, which never changes (https://…)") {
                try Self.check($0, as: "--public-url")
            }
            arguments.append("--public-url=" + url)
        }
        if loginURL == nil {
            let url = try Terminal.ask("Address of the simulated login provider for browsers (https://…)") {
                try Self.check($0, as: "--login-url")
            }
            arguments.append("--login-url=" + url)
        }
        if wallets.isEmpty { arguments.append("--wallet=" + (try SetupWallet.asked())) }
        arguments += try token.asked()
        return try Self.parse(Array(CommandLine.arguments.dropFirst(2)) + arguments)
    }
}
