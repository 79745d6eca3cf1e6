// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Brands
import Foundation
import Logging
import NIOCore
import PhoneSimulator
import PhoneWeb
import ServerState
import ServiceLifecycle
import UnixSignals
import WalletApp
import WalletConfiguration
import WalletCore

/// `wallet demo`: runs a simulated phone with the wallet, its servers, and the page to use them. Stopping it switches the phone off.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the wallet on a simulated phone and print the address to open.")

    @Option(help: ArgumentHelp("The state directory of phone and provider. Default: \(DemoDirectory.defaultPath)", valueName: "directory"))
    var state: String?

    @Flag(help: "Start with a new phone and a new provider. Deletes only files of this program.")
    var fresh = false

    @Option(help: "The kind of the phone; kept until --fresh, or until the page gets another phone. Default: \(PhoneKind.iPhone.rawValue).")
    var phone: PhoneKind?

    @Option(
        help: ArgumentHelp(
            "The product on the phone: \(Brand.all.map(\.identifier).joined(separator: ", ")). Default: the first.", valueName: "name"))
    var brand: String?

    @Option(help: "The port of the page. Default: any free one.")
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The IP address on which the page listens: 0.0.0.0 in a container, with --port. Browsers open it at 127.0.0.1 in any case, so forward "
                + "the same port of the machine's loopback.", valueName: "address"))
    var listen = Self.loopback

    @Option(help: "The port of the wallet provider. Default: chosen at the first start and kept.")
    var providerPort: Int?

    @Option(
        help: ArgumentHelp(
            "A universal link to open in the wallet. A demo that is already running opens it, and this program ends.", valueName: "address")
    )
    var link: String?

    @Option(
        help: ArgumentHelp(
            "An address to open in the phone's browser at the start. It reaches the demo's own servers only.", valueName: "address"))
    var browse: String?

    @Option(help: "The port of the configuration server. Default: chosen at the first start and kept.")
    var configurationPort: Int?

    @Option(help: "The port of the PID issuer. Default: chosen at the first start and kept.")
    var issuerPort: Int?

    @Option(help: "The port of the login provider. Default: chosen at the first start and kept.")
    var loginPort: Int?

    @Flag(
        help: ArgumentHelp(
            "For a busy machine: phone and servers wait for each other up to a minute, also where an installation gives up after seconds."))
    var patient = false

    @Option(
        help: "The port of the revocation portal. Default: chosen at the first start and kept. With --listen it is reachable like the page."
    )
    var portalPort: Int?

    @Option(help: "The port of the verifier. Default: chosen at the first start and kept.")
    var verifierPort: Int?

    @Option(help: "The port of the verifier's web sites. Default: chosen at the first start and kept.")
    var sitesPort: Int?

    @OptionGroup(title: "Servers that run elsewhere")
    var external: ExternalOptions

    private static let loopback = "127.0.0.1"
    private static let loopbackName = "localhost"

    func validate() throws {
        guard link.map(Self.isLink) ?? true else { throw ValidationError("--link must be an address of at most 8192 bytes") }
        guard link == nil || !fresh else { throw ValidationError("--link and --fresh cannot be combined") }
        guard brand.map({ Brand.named($0) != nil }) ?? true else {
            throw ValidationError("--brand must be one of \(Brand.all.map(\.identifier).joined(separator: ", "))")
        }
        guard (try? SocketAddress(ipAddress: listen, port: 0)) != nil else {
            throw ValidationError("--listen must be an IP address, such as 0.0.0.0")
        }
        guard listen == Self.loopback || port != nil else {
            throw ValidationError("--listen needs --port: the port that the container forwards")
        }
        guard state != "" else { throw ValidationError("--state must be the path of a directory, not an empty text") }
        let ports = [
            ("--port", port), ("--provider-port", providerPort), ("--configuration-port", configurationPort), ("--issuer-port", issuerPort),
            ("--login-port", loginPort), ("--portal-port", portalPort), ("--verifier-port", verifierPort), ("--sites-port", sitesPort),
        ]
        for (index, (option, port)) in ports.enumerated() {
            guard let port else { continue }
            guard (1...65_535).contains(port) else { throw ValidationError("\(option) must be 1 to 65535") }
            guard external.external == nil || index == 0 else {
                throw ValidationError("\(option) is for the demo's own servers and cannot be combined with --external")
            }
            if let (other, _) = ports[..<index].first(where: { $0.1 == port }) {
                throw ValidationError("\(other) and \(option) must be two different ports")
            }
        }
    }

    func run() async throws {
        var logger = Logger(label: "wallet") { StreamLogHandler.standardError(label: $0) }
        // Errors are thrown and printed as one sentence; the libraries' own log would repeat them.
        logger.logLevel = .critical
        let elsewhere = try await external.servers(within: timeouts.configuration)
        guard let directory = try await takeDirectory() else { return }
        try directory.keep(to: elsewhere?.address)
        let kind = try kind(in: directory)
        let brand = try directory.brand(asked: brand)
        // Load sentences, pictures and pages while the phone and the servers open their files.
        async let sentences = StringCatalog.load(for: brand)
        // The functional design is that of the first brand.
        async let drawings = Drawings(of: kind, for: brand, designedFor: Brand.all[0])
        let maker = try PhoneMaker.demo(kind, in: directory)
        let others = try PhoneKind.allCases.filter { $0 != maker.kind }.map { try PhoneMaker.demo($0, in: directory) }
        let phone = try SimulatedPhone(state: directory.state, maker: maker, others: others, leastTimeout: timeouts.phone)
        let surroundings =
            if let elsewhere {
                try elsewhere.surroundings(of: phone, brand: brand)
            } else {
                try await ownServers(around: phone, made: [maker] + others, in: directory, brand: brand, logger: logger)
            }
        let browser = surroundings.browser
        let trace = Trace(now: { phone.clock.now })
        let catalog = try await sentences
        let workbench = Workbench(
            phone: phone, browser: browser, laptop: surroundings.laptop, sites: surroundings.sites, world: surroundings.world, trace: trace,
            brand: brand, catalog: catalog,
            drawings: try await drawings)
        let demoPhone = DemoPhone(
            phone: phone, glass: workbench.glass, browser: browser, trace: trace, brand: brand, catalog: catalog,
            servers: surroundings.names, embedded: surroundings.embedded, portal: surroundings.portal,
            answerBudget: timeouts.answerBudget)
        let announcer = Announcer(directory: directory.state.path)
        if listen != Self.loopback, let port {
            let ports = [port, portalPort].compactMap(\.self)
            announcer.warn(
                "Without TLS, these ports listen on \(listen). Let only this machine reach them: docker run "
                    + ports.map { "-p 127.0.0.1:\($0):\($0)" }.joined(separator: " "))
        }
        if let link { phone.openLink(link) }
        let openBrowser: @Sendable () -> Void = { [browse] in
            guard let browse else { return }
            phone.show(.browser(browse))
            browser.open(browse)
        }
        let web = PhoneWebServer(
            workbench: workbench, listen: listen, port: port ?? 0, randomBytes: randomBytes, idle: timeouts.page, logger: logger,
            onNewAddress: announcer.announce)
        var configuration = ServiceGroupConfiguration(
            services: surroundings.services + [
                demoPhone, DemoPage(server: web, servers: surroundings.awaited, begin: openBrowser),
                LinkReceiver(
                    in: directory.state.path, deliver: phone.openLink, onFailure: announcer.warn, patience: timeouts.link),
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = timeouts.stop
        try await ServiceGroup(configuration: configuration).run()
        announcer.sayGoodbye()
    }

    var timeouts: DemoTimeouts { patient ? .patient : .production }

    /// The demo's own servers, in this process.
    private func ownServers(
        around phone: SimulatedPhone, made makers: [PhoneMaker], in directory: DemoDirectory, brand: Brand, logger: Logger
    ) async throws -> Surroundings {
        let clock = phone.worldClock
        let ports = try DemoPorts(
            in: directory,
            chosen: .init(
                provider: providerPort, configuration: configurationPort, issuer: issuerPort, login: loginPort, portal: portalPort,
                verifier: verifierPort, sites: sitesPort, page: port))
        let servers = try await DemoServers(
            in: directory, brand: brand, ports: ports,
            portalHost: portalPort == nil || listen == Self.loopback ? Self.loopbackName : listen,
            devices: makers.acceptedDevices(clock: { clock.now }), timeouts: timeouts.servers, clock: clock, logger: logger)
        return try await servers.surroundings(of: phone, brand: brand, ports: ports)
    }

    /// The state directory; nil if a running demo took the link.
    private func takeDirectory() async throws -> DemoDirectory? {
        let path = state ?? DemoDirectory.defaultPath
        // A starting demo does not accept links yet, and a stopping demo no longer accepts them.
        let patience = ContinuousClock.now + timeouts.delivery
        while true {
            do {
                return try DemoDirectory(path: path, isFresh: fresh, keepsMakers: external.external != nil)
            } catch let inUse as DemoInUse {
                guard let link else { throw inUse }
                if try await LinkSender(to: inUse.path, patience: timeouts.link).send(link) {
                    Announcer(directory: inUse.path).sayTaken()
                    return nil
                }
                guard ContinuousClock.now < patience else { throw inUse }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// True for a URL with a scheme that a phone may deliver. The wallet itself decides which URLs it supports.
    private static func isLink(_ text: String) -> Bool {
        SimulatedPhone.acceptsLink(text) && URLComponents(string: text)?.scheme != nil
    }

    /// The kind of the existing phone or, if there is no phone yet, the requested kind.
    private func kind(in directory: DemoDirectory) throws -> PhoneKind {
        guard let there = try SimulatedPhone.kind(in: directory.state) else { return phone ?? .iPhone }
        guard phone == nil || phone == there else {
            throw StartError(
                """
                The phone in \(directory.state.path) is \(there) and cannot become another kind. Nothing was changed; leave out \
                --phone to continue with it, or add --fresh to start with a new phone and new servers.
                """)
        }
        return there
    }
}
