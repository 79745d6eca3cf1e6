// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Logging
import PhoneSimulator
import WalletApp
import WalletProvider

/// All servers of the demo, created in the order of their dependencies. A server listens only once its service runs.
struct DemoServers: Sendable {
    let issuer: DemoIssuer
    let provider: DemoProvider
    let documents: DemoConfiguration
    let portal: DemoPortal
    let verifiers: DemoVerifiers
    private let brand: Brand

    /// Opens databases, keys and certificates; creates them at the first start.
    ///
    /// - Parameters:
    ///   - brand: the product on the phone.
    ///   - portalHost: the name or address on which the portal listens.
    ///   - devices: the phones that the provider accepts.
    ///   - timeouts: the time limits of all servers.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; existing files stay unchanged.
    init(
        in directory: DemoDirectory, brand: Brand, ports: DemoPorts, portalHost: String = "localhost", devices: AcceptedDevices,
        timeouts: Timeouts, clock: VirtualClock, logger: Logger
    ) async throws {
        self.brand = brand
        let tls = try DemoProviderTLS(in: directory, port: ports.provider)
        issuer = try await DemoIssuer(
            in: directory, brand: brand, port: ports.issuer, loginPort: ports.login, provider: tls, timeouts: timeouts, clock: clock,
            logger: logger)
        provider = try await DemoProvider(
            in: directory, brand: brand, port: ports.provider, tls: tls, devices: devices, pids: try issuer.recoveryCodes(),
            timeouts: timeouts, clock: clock, logger: logger)
        verifiers = try DemoVerifiers(
            in: directory, port: ports.verifier, sitesPort: ports.sites, issuer: try issuer.address(), timeouts: timeouts, clock: clock,
            logger: logger)
        documents = try DemoConfiguration(
            in: directory, brand: brand, port: ports.configuration, provider: try await provider.address(),
            issuer: try issuer.address(), sharing: try verifiers.sharing(), timeouts: timeouts, clock: clock, logger: logger)
        portal = try await DemoPortal(
            provider: provider, brand: brand, host: portalHost, port: ports.portal, timeouts: timeouts, clock: clock, logger: logger)
    }

    /// The interface through which the device column controls the servers.
    ///
    /// - Parameter phone: the phone whose installed version the update policies affect.
    func world(around phone: SimulatedPhone) async -> DemoWorld {
        let world = DemoWorld(
            provider: provider, issuer: issuer, documents: documents, portal: portal, verifiers: verifiers, clock: phone.worldClock,
            brand: brand, installed: { [device = phone.device, brand] in device.installedVersion(of: brand) })
        await world.refresh()
        return world
    }
}
