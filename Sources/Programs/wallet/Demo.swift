// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import Logging
import PhoneWeb
import ProviderState
import ServiceLifecycle
import SimulatedPhone
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

    @Option(help: "The kind of the phone. It stays until --fresh, or until the page gets another. Default: \(PhoneKind.iPhone.rawValue).")
    var phone: PhoneKind?

    @Option(help: "The port of the page. Default: any free one.")
    var port: Int?

    @Option(help: "The port of the wallet provider. Default: chosen at the first start and kept.")
    var providerPort: Int?

    @Option(
        help: ArgumentHelp(
            "A universal link to open in the wallet. A demo that runs already takes it, and this one ends.", valueName: "address"))
    var link: String?

    @Option(
        help: ArgumentHelp(
            "An address to open in the phone's browser at the start. It reaches the demo's own servers only.", valueName: "address"))
    var browse: String?

    @Option(help: "The port of the configuration server. Default: chosen at the first start and kept.")
    var configurationPort: Int?

    @Option(help: "The port of the PID issuer. Default: chosen at the first start and kept.")
    var issuerPort: Int?

    @Option(help: "The port of the simulated DigiD. Default: chosen at the first start and kept.")
    var loginPort: Int?

    @Flag(
        help: ArgumentHelp(
            "For a busy machine: phone and servers wait for each other up to a minute, also where an installation gives up after seconds."))
    var patient = false

    func validate() throws {
        guard link.map(Self.isLink) ?? true else { throw ValidationError("--link is an address of at most 8192 bytes") }
        guard link == nil || !fresh else { throw ValidationError("--link and --fresh do not go together") }
        guard state != "" else { throw ValidationError("--state is the path of a directory, not an empty text") }
        let ports = [
            ("--port", port), ("--provider-port", providerPort), ("--configuration-port", configurationPort), ("--issuer-port", issuerPort),
            ("--login-port", loginPort),
        ]
        for (index, (option, port)) in ports.enumerated() {
            guard let port else { continue }
            guard (1...65_535).contains(port) else { throw ValidationError("\(option) is 1 to 65535") }
            if let (other, _) = ports[..<index].first(where: { $0.1 == port }) {
                throw ValidationError("\(other) and \(option) must be two different ports")
            }
        }
    }

    func run() async throws {
        var logger = Logger(label: "wallet") { StreamLogHandler.standardError(label: $0) }
        // Errors are thrown and printed as one sentence; the libraries' own log would repeat them.
        logger.logLevel = .critical
        guard let directory = try await takeDirectory() else { return }
        let kind = try kind(in: directory)
        // Load sentences, pictures and pages while the phone and the servers open their files.
        async let sentences = StringCatalog.load()
        async let drawings = Drawings(of: kind)
        let maker = try PhoneMaker.demo(kind, in: directory)
        let others = try PhoneKind.allCases.filter { $0 != maker.kind }.map { try PhoneMaker.demo($0, in: directory) }
        let phone = try SimulatedPhone(state: directory.state, maker: maker, others: others, leastTimeout: timeouts.phone)
        let clock = phone.worldClock
        let ports = try DemoPorts(
            in: directory,
            chosen: .init(provider: providerPort, configuration: configurationPort, issuer: issuerPort, login: loginPort, page: port))
        let devices = try ([maker] + others).acceptedDevices(clock: { clock.now })
        let servers = try await DemoServers(
            in: directory, ports: ports, devices: devices, timeouts: timeouts.servers, clock: clock, logger: logger)
        let trace = Trace(now: { phone.clock.now })
        let catalog = try await sentences
        let browser = SimulatedBrowser(
            phone: phone, roots: try servers.issuer.address().address.tlsRoots, associated: DemoDocuments.associatedLinks,
            resolve: { [names = [ports.issuer.name, ports.login.name], website = DigiDWebsite(login: ports.login.name)] address in
                names.lazy.compactMap { $0.resolve(address) }.first ?? website.resolve(address)
            })
        let workbench = Workbench(
            phone: phone, browser: browser, world: await servers.world(around: phone), trace: trace, catalog: catalog,
            drawings: try await drawings)
        let demoPhone = DemoPhone(
            phone: phone, glass: workbench.glass, browser: browser, trace: trace, catalog: catalog, servers: ports.names,
            embedded: try .demo(servers.documents.edition, trusting: servers.documents.trust), portal: servers.portal,
            answerBudget: timeouts.answerBudget)
        let announcer = Announcer(directory: directory.state.path)
        if let link { phone.openLink(link) }
        let openBrowser: @Sendable () -> Void = { [browse] in
            guard let browse else { return }
            phone.show(.browser(browse))
            browser.open(browse)
        }
        let web = PhoneWebServer(
            workbench: workbench, port: port ?? 0, randomBytes: randomBytes, logger: logger, onNewAddress: announcer.announce)
        var configuration = ServiceGroupConfiguration(
            services: [
                servers.provider, servers.documents, servers.issuer, servers.portal, demoPhone,
                DemoPage(server: web, servers: ports.names, begin: openBrowser),
                LinkReceiver(
                    in: directory.state.path, deliver: phone.openLink, onFailure: announcer.warn, patience: timeouts.link),
            ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = .milliseconds(1500)
        try await ServiceGroup(configuration: configuration).run()
        announcer.sayGoodbye()
    }

    var timeouts: DemoTimeouts { patient ? .patient : .production }

    /// The state directory; nil if a running demo took the link.
    private func takeDirectory() async throws -> DemoDirectory? {
        let path = state ?? DemoDirectory.defaultPath
        // A starting demo does not accept links yet, and a stopping demo no longer accepts them.
        let patience = ContinuousClock.now + .seconds(60)
        while true {
            do {
                return try DemoDirectory(path: path, isFresh: fresh)
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

    /// True for a URL with a scheme that a phone may deliver. Only the wallet knows which URLs it supports.
    private static func isLink(_ text: String) -> Bool {
        SimulatedPhone.acceptsLink(text) && URLComponents(string: text)?.scheme != nil
    }

    /// The kind of the existing phone or, without one, the requested kind.
    private func kind(in directory: DemoDirectory) throws -> PhoneKind {
        guard let there = try SimulatedPhone.kind(in: directory.state) else { return phone ?? .iPhone }
        guard phone == nil || phone == there else {
            throw StartError(
                """
                The phone in \(directory.state.path) is \(there) and stays one. Nothing was changed; leave out --phone to go on with it, or add \
                --fresh to start anew.
                """)
        }
        return there
    }
}
