// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Logging
import SimulatedPhone
import WalletProvider

/// All servers of the demo, created in the order of their dependencies. A server listens only once its service runs.
struct DemoServers: Sendable {
    let issuer: DemoIssuer
    let provider: DemoProvider
    let documents: DemoConfiguration
    let portal: DemoPortal

    /// Opens databases, keys and certificates; creates them at the first start.
    ///
    /// - Parameters:
    ///   - devices: the phones that the provider accepts.
    ///   - timeouts: the time limits of all servers.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; existing files stay unchanged.
    init(
        in directory: DemoDirectory, ports: DemoPorts, devices: AcceptedDevices, timeouts: Timeouts, clock: VirtualClock, logger: Logger
    ) async throws {
        let tls = try DemoProviderTLS(in: directory, port: ports.provider)
        issuer = try await DemoIssuer(
            in: directory, port: ports.issuer, loginPort: ports.login, provider: tls, timeouts: timeouts, clock: clock,
            logger: logger)
        provider = try await DemoProvider(
            in: directory, port: ports.provider, tls: tls, devices: devices, pids: try issuer.recoveryCodes(), timeouts: timeouts,
            clock: clock, logger: logger)
        documents = try DemoConfiguration(
            in: directory, port: ports.configuration, provider: try await provider.address(), issuer: try issuer.address(),
            timeouts: timeouts, clock: clock, logger: logger)
        portal = try await DemoPortal(provider: provider, port: ports.portal, timeouts: timeouts, clock: clock, logger: logger)
    }

    /// The interface through which the device column controls the servers.
    ///
    /// - Parameter phone: the phone whose installed version the update policies affect.
    func world(around phone: SimulatedPhone) async -> DemoWorld {
        let world = DemoWorld(
            provider: provider, issuer: issuer, documents: documents, portal: portal, clock: phone.worldClock,
            installed: { [device = phone.device] in device.installedVersion })
        await world.refresh()
        return world
    }
}
