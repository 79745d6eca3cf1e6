// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Testing
import WalletInterface

@testable import WalletCore

/// The approval of an answer of which no byte has left the phone.
struct SharingAttemptTests {
    /// A session whose first attempt had no connection.
    private func unsent() async throws -> SharingStage {
        let stage = try await SharingStage()
        stage.stage(.fail(.offline))
        #expect(try await stage.answer(stage.offer()) == .notSent(.noInternet))
        return stage
    }

    private func expectOver(_ core: Core) async throws {
        guard case .answered(let sent) = try await core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(!sent.mayHaveArrived && !sent.canResend)
        await expect(.sharing(.sessionOver)) { try await core.sendSharing() }
        _ = try await core.stopSharing()
        #expect(try await core.events().first?.sharing?.outcome == .notSent)
    }

    @Test func `an answer that has not left the phone is sent when there is a connection again`() async throws {
        let stage = try await unsent()
        stage.stage(.fail(.unreachable))
        #expect(try await stage.core.sendSharing() == .notSent(.serverUnreachable))
        guard case .answered(let sent) = try await stage.core.sharingState() else { throw SharingStage.NoOffer() }
        #expect(sent.canResend)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(stage.signings == 1)
    }

    @Test func `after a lock an answer that has not left the phone is never sent`() async throws {
        let stage = try await unsent()
        await stage.core.lock()
        _ = try await stage.core.unlock(pin: Phone.pin())
        try await expectOver(stage.core)
        #expect(stage.sent.count == 1)
    }

    @Test func `a new process never sends an answer that has not left the phone`() async throws {
        let stage = try await unsent()
        let next = try await stage.phone.launch()
        _ = try await next.unlock(pin: Phone.pin())
        try await expectOver(next)
        #expect(stage.sent.count == 1)
    }
}
