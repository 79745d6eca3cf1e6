// SPDX-License-Identifier: EUPL-1.2

import Brands
import Deadlines
import Foundation
import Logging
import TestEnvironment
import WalletApp
import WalletCore

@testable import PhoneSimulator
@testable import wallet

/// The demo's real servers in a temporary directory; they listen only during `withWallet`.
struct DemoStage {
    let phone: SimulatedPhone
    let provider: DemoProvider
    let documents: DemoConfiguration
    let issuer: DemoIssuer
    let verifiers: DemoVerifiers
    let world: DemoWorld
    /// The servers that wallets know, by name.
    private let names: [ServerName]

    /// - Parameter path: the state directory; the same path restarts the demo.
    init(at path: String) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let directory = try DemoDirectory(path: path, isFresh: false)
        let maker = try PhoneMaker.demo(.iPhone, in: directory)
        phone = try SimulatedPhone(state: directory.state, maker: maker, leastTimeout: DemoTimeouts.patient.phone)
        let clock = phone.worldClock
        let ports = try DemoPorts(in: directory)
        let servers = try await DemoServers(
            in: directory, brand: .nlWallet, ports: ports, devices: [maker].acceptedDevices(clock: { clock.now }),
            timeouts: .patient, clock: clock, logger: logger)
        names = ports.names + [ports.sites.name]
        provider = servers.provider
        documents = servers.documents
        issuer = servers.issuer
        verifiers = servers.verifiers
        world = await servers.world(around: phone)
    }

    /// The current address for a request to the demo's servers.
    func resolve(_ address: String) -> String { names.lazy.compactMap { $0.resolve(address) }.first ?? address }

    /// Serves while the body runs, with a wallet on the phone that has not been registered. The wallet does nothing in the background.
    func withWallet(_ body: (Core) async throws -> Void) async throws {
        let core = Core(
            embedded: try .demo(documents.edition, trusting: documents.trust, version: Brand.nlWallet.version.released),
            answerBudget: DemoTimeouts.patient.answerBudget / .seconds(1))
        try await core.initPlatformSupport(phone.bridges.resolving(names))
        try await core.initialize()
        try await withThrowingTaskGroup(of: Void.self) { [provider, documents, issuer, verifiers] group in
            group.addTask { try await provider.run() }
            group.addTask { try await documents.run() }
            group.addTask { try await issuer.run() }
            group.addTask { try await verifiers.run() }
            for name in names { await name.listening() }
            try await body(core)
            group.cancelAll()
        }
    }
}
