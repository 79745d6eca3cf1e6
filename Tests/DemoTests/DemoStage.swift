// SPDX-License-Identifier: EUPL-1.2

import Brands
import Deadlines
import Foundation
import Logging
import PhoneSimulator
import TestEnvironment

@testable import wallet

/// The demo's real servers in a temporary directory; they do not listen.
struct DemoStage {
    let phone: SimulatedPhone
    let provider: DemoProvider
    let documents: DemoConfiguration
    let world: DemoWorld

    /// - Parameter path: the state directory; the same path restarts the demo.
    init(at path: String) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let directory = try DemoDirectory(path: path, isFresh: false)
        let maker = try PhoneMaker.demo(.iPhone, in: directory)
        phone = try SimulatedPhone(state: directory.state, maker: maker, leastTimeout: DemoTimeouts.patient.phone)
        let clock = phone.worldClock
        let servers = try await DemoServers(
            in: directory, brand: .nlWallet, ports: DemoPorts(in: directory), devices: [maker].acceptedDevices(clock: { clock.now }),
            timeouts: .patient, clock: clock, logger: logger)
        provider = servers.provider
        documents = servers.documents
        world = await servers.world(around: phone)
    }
}
