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
        provider = try await DemoProvider(
            in: directory, port: DemoPort(in: directory, of: DemoDirectory.provider, chosen: nil, pagePort: nil, option: ""),
            devices: try maker.acceptedDevices(clock: { clock.now }), clock: clock, logger: logger)
        documents = try DemoConfiguration(
            in: directory,
            port: DemoPort(
                in: directory, of: DemoDirectory.configuration, chosen: nil, pagePort: nil, named: [provider.port.number], option: ""),
            provider: try await provider.address(), clock: clock, logger: logger)
        world = DemoWorld(
            provider: provider, documents: documents, portal: try await DemoPortal(provider: provider, clock: clock, logger: logger),
            clock: clock)
        await world.refresh()
    }
}
