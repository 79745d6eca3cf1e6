// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import TestEnvironment
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore
@testable import wallet

/// A wallet of the demo, whose clock is moved by years.
@Suite(.timeLimit(.minutes(20))) struct YearsAheadTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(arguments: [366.0, 731])
    func `a wallet of today opens after a year and a day, and after two years, and gets a card`(days: Double) async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let pin = try #require(PIN("749205"))
        try await stage.withWallet { core in
            try await core.register(pin: pin)
            #expect(try await core.fetchesPolicy())
            await core.lock()
            try stage.phone.moveClock(by: days * 86_400)
            #expect(try await core.isUpdatePolicyExpired())
            #expect(try await core.applyUpdatePolicy() == .ok)
            #expect(try await core.unlock(pin: pin) == .valid)
            try await Self.obtainsCard(core, pin, stage)
        }
    }

    @Test func `a new wallet gets a card when the clock is years ahead at its first start`() async throws {
        let stage = try await DemoStage(at: directory.path("state"))
        let pin = try #require(PIN("749205"))
        try stage.phone.moveClock(by: 731 * 86_400)
        try await stage.withWallet { core in
            #expect(try await core.fetchesPolicy())
            try await core.register(pin: pin)
            try await Self.obtainsCard(core, pin, stage)
        }
    }

    private static func obtainsCard(_ core: Core, _ pin: PIN, _ stage: DemoStage) async throws {
        guard case .awaitingAuthentication(let url, _) = try await core.startIssuance() else { throw Stuck() }
        let redirect = try await DemoBrowser(stage: stage).open(url)
        guard case .waits(let pending) = try await core.receive(link: redirect),
            case .continuesSession(let link) = try await core.takePendingLink(pending.ticket)
        else { throw Stuck() }
        _ = try await core.continueIssuance(link)
        guard case .issued = try await core.acceptIssuance(pin: pin) else { throw Stuck() }
        #expect(try await core.hasPID())
    }

    /// The wallet did not go on.
    private struct Stuck: Error {}
}

extension Core {
    /// Fetches the update policy; true if a newer one was accepted.
    fileprivate func fetchesPolicy() async throws -> Bool { try await wallet().updatePolicy.poll() == .accepted }
}
