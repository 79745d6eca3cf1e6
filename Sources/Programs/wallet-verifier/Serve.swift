// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import Logging
import OAuthMessages
import SDJWT
import ServerCommands
import ServerKit
import ServerState
import WalletVerifier
import WalletVerifierHTTP

/// `wallet-verifier serve`: serves parties, browsers and wallets until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve parties, browsers and wallets over TLS.",
        discussion: """
            The first start makes the missing files in STATE: the secret of sessions and, without --tls-certificate, a development CA for TLS. \
            Parties are read at the start; wallet-verifier party add makes them.
            """)

    @OptionGroup(title: "Sessions")
    var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "A file with the secret that servers of one database share: 32 bytes in base64url. Default: made in STATE.", valueName: "file"))
    var sessionSecretFile: String?

    @Option(help: ArgumentHelp("The directory with a folder for each party. Default: STATE/parties.", valueName: "directory"))
    var parties: String?

    @OptionGroup var listener: HostOption

    @Option(help: "The port to listen on; 0 for any free one, then --public-url is needed.")
    var port = 8449

    @Option(help: "The server's address as wallets and browsers see it: https://host[:port]. Default: https://localhost:PORT")
    var publicURL: String?

    @OptionGroup(title: "Certificate of the server")
    var tls: TLSOptions

    @Flag(help: "Serve plain HTTP, on a loopback address only, for a proxy on this machine that ends TLS.")
    var plainHTTP = false

    @Option(
        help: ArgumentHelp(
            "The part of links to wallets before the question mark: a scheme, or the address of a wallet's app link.", valueName: "link"))
    var linkBase = "openid4vp://"

    @OptionGroup(title: "Trusted issuers")
    var trust: TrustOptions

    @Option(
        help: ArgumentHelp(
            "A type of SD-JWT and the types that it extends, nearest first; may be repeated.", valueName: "type=parent,…"))
    var typeExtends: [String] = []

    @Option(help: "How long a session waits for its answer, in seconds: 60 to 3600.")
    var sessionSeconds = Int(SessionTimes().open)

    @Option(help: "How long a result waits to be read, in seconds: 10 to 86400.")
    var resultSeconds = Int(SessionTimes().ended)

    @Option(help: "The maximum number of open sessions of one party.")
    var openSessions = 1000

    @Option(
        name: .customLong("status-root"),
        help: ArgumentHelp("TLS roots of servers with status lists; may be repeated. Default: the system's.", valueName: "pem"))
    var statusRoots: [String] = []

    @Option(help: "How many seconds the answer with a status list may take.")
    var statusSeconds = Timeouts.production.walletStatus.wholeSeconds

    @Option(
        name: .customLong("webhook-root"),
        help: ArgumentHelp("TLS roots of the parties' servers; may be repeated. Default: the system's.", valueName: "pem"))
    var webhookRoots: [String] = []

    @Option(help: "How many seconds the answer to a webhook may take.")
    var webhookSeconds = 10

    @OptionGroup(title: "Limits of requests")
    var limits: VerifierLimitOptions

    @OptionGroup var serving: ServingOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard port != 0 || publicURL != nil else { throw ValidationError("--port 0 needs --public-url") }
        guard !plainHTTP || ["127.0.0.1", "::1", "localhost"].contains(listener.host) && tls.tlsCertificate == nil else {
            throw ValidationError("--plain-http needs --host 127.0.0.1, ::1 or localhost, and cannot be combined with --tls-certificate")
        }
        guard store.database == nil || sessionSecretFile != nil else {
            throw ValidationError("--database needs --session-secret-file, because all servers of a database share the secret")
        }
        try TimeLimitOption.check([("status-seconds", statusSeconds), ("webhook-seconds", webhookSeconds)], in: 1...60)
        try TimeLimitOption.check([("session-seconds", sessionSeconds)], in: 60...3600)
        try TimeLimitOption.check([("result-seconds", resultSeconds)], in: 10...86_400)
        guard (1...1_000_000).contains(openSessions) else { throw ValidationError("--open-sessions must be 1 to 1000000") }
        guard linkBase.contains("://"), !linkBase.contains("?"), linkBase.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValidationError("--link-base is a scheme such as openid4vp:// or an address without a query")
        }
        _ = try types()
        _ = try address()
    }

    func run() async throws {
        guard !serving.printConfig else { return Terminal.write(Self.settings.printed(self)) }
        let logger = serving.operation.logger("wallet-verifier")
        try ResourceFolders.check(["WalletVerifierHTTP", "WebPages"])
        let timeouts = timeouts
        // Report wrong files and ports before anything is opened or created.
        let base = try address()
        let parties = try PartyFolder.all(in: parties ?? store.files.parties, servedBy: base)
        warn(about: parties, logger)
        let settings = try settings(base)
        let statuses = try OutboundHTTP(roots: Self.der(statusRoots), timeout: timeouts.walletStatus)
        let webhooks = try OutboundHTTP(roots: Self.der(webhookRoots), timeout: .seconds(webhookSeconds))
        let given = plainHTTP ? nil : try tls.identity(publicURL: publicURL, logger)
        try await serving.operation.checkListeners(ListeningAddress(host: listener.host, port: port))
        let directory = try ServerDirectory(opening: store.state)
        defer { directory.unlock() }
        let secret = try store.files.sessionSecret(given: sessionSecretFile)
        let identity = plainHTTP ? nil : try given ?? developmentIdentity(logger)
        try await store.withStore { sessions in
            let operations = VerifierOperations(timeouts: timeouts, logger: logger)
            if let end = identity?.expiry {
                operations.server.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
            }
            let lists = CredentialStatuses(
                trust: .certificates(roots: settings.sdJWTRoots + settings.mdocRoots), client: statuses, metrics: operations.metrics,
                logger: logger)
            let desk = VerifierDesk(
                settings: settings, parties: parties, store: sessions, secret: secret,
                status: { reference, now in await lists.status(of: reference, at: now) }, clock: { Date() }, random: systemRandomBytes)
            let routes = try VerifierRoutes(
                desk: desk, limiter: VerifierLimiter(try limits.limits()), timeouts: timeouts, metrics: operations.metrics,
                clock: { Date() }, logger: logger, observe: { operations.server.metrics.record($0) })
            let server = VerifierServer(
                routes: routes, host: listener.host, port: port, identity: identity, timeouts: timeouts,
                connections: serving.operation.connections(
                    VerifierServer.standardConnections, behind: try limits.proxies.addresses()),
                logger: logger,
                onRunning: { port in
                    operations.server.health.markStarted()
                    logger.notice("serving", metadata: ["port": .stringConvertible(port), "parties": .stringConvertible(parties.count)])
                }, observeConnections: { operations.server.metrics.record($0) })
            let sender = WebhookSender(desk: desk, client: webhooks, metrics: operations.metrics, logger: logger)
            try await serving.operation.serve(
                [server], upkeep: operations.upkeep(of: desk, webhooks: sender), operations.server, timeouts: timeouts,
                at: "\(listener.host), port \(port)")
        }
        logger.notice("stopped")
    }
}
