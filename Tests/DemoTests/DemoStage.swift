// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Logging
import SimulatedPhone
import TestEnvironment

@testable import wallet

/// The demo's world in a directory of its own: its real servers, which do not listen.
struct DemoStage {
    let phone: SimulatedPhone
    let provider: DemoProvider
    let documents: DemoConfiguration
    let world: DemoWorld

    /// - Parameter path: where its state is; the same path again is the demo started again.
    init(at path: String) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let directory = try DemoDirectory(path: path, isFresh: false)
        let maker = try PhoneMaker.demo(.iPhone, in: directory)
        phone = try SimulatedPhone(state: directory.state, maker: maker)
        let clock = phone.worldClock
        let providerPort = try Self.port(DemoDirectory.provider, [], directory)
        let tls = try DemoProviderTLS(in: directory, port: providerPort)
        let issuerPort = try Self.port(DemoDirectory.issuer, [providerPort.number], directory)
        let issuer = try await DemoIssuer(
            in: directory, port: issuerPort,
            loginPort: Self.port(DemoDirectory.login, [providerPort.number, issuerPort.number], directory), provider: tls, clock: clock,
            logger: logger)
        let named = [issuer.port.number, issuer.loginPort.number]
        provider = try await DemoProvider(
            in: directory, port: providerPort, tls: tls,
            devices: try maker.acceptedDevices(clock: { clock.now }), pids: try issuer.recoveryCodes(), clock: clock, logger: logger)
        documents = try DemoConfiguration(
            in: directory, port: Self.port(DemoDirectory.configuration, named + [provider.port.number], directory),
            provider: try await provider.address(), issuer: try issuer.address(), clock: clock, logger: logger)
        world = DemoWorld(
            provider: provider, issuer: issuer, documents: documents,
            portal: try await DemoPortal(provider: provider, clock: clock, logger: logger),
            clock: clock)
        await world.refresh()
    }

    private static func port(_ part: String, _ named: [Int], _ directory: DemoDirectory) throws -> DemoPort {
        try DemoPort(in: directory, of: part, chosen: nil, pagePort: nil, named: named, option: "")
    }
}
