// SPDX-License-Identifier: EUPL-1.2

import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// What happens to a session while a call of it runs: stops, other configurations, an erased wallet.
struct SharingChangeTests {
    private static let declined = Array("error=access_denied&state=state-1".utf8)

    @Test func `a stop during the fetch acts at once, and tells nobody`() async throws {
        let stage = try await SharingStage()
        let (arrived, never) = (Signal(), Signal())
        stage.stage(
            .wait {
                arrived.set()
                // Ends by the cancellation only.
                await never.wait()
            }, at: SharingStage.requestPath)
        async let started = stage.start()
        await arrived.wait()
        #expect(try await stage.core.stopSharing() == SharingReturn(address: nil))
        do {
            let state = try await started
            Issue.record("\(state) after a stop")
        } catch let error as WalletCoreError {
            #expect(error.code == .sharing(.noSession))
        }
        #expect(try await stage.core.sharingState() == .none)
        #expect(stage.sent.isEmpty)
        // A stop does not count for the next session.
        _ = try await stage.offer()
    }

    @Test(arguments: [true, false])
    func `a request that is being fetched is a session, which a failed fetch ends`(hasFailed: Bool) async throws {
        let stage = try await SharingStage()
        let (arrived, goesOn) = (Signal(), Signal())
        stage.phone.provider.verifier.withLock { serve in
            let usual = serve
            serve = { (request, path) async throws(NetworkError) -> NetworkResponse in
                arrived.set()
                await goesOn.wait()
                guard !hasFailed, let usual else { throw .offline }
                return try await usual(request, path)
            }
        }
        #expect(try await !stage.core.sharingIsBusy())
        async let started = stage.start()
        await arrived.wait()
        #expect(try await stage.core.sharingIsBusy())
        goesOn.set()
        _ = try? await started
        #expect(try await stage.core.sharingIsBusy() == !hasFailed)
    }

    @Test func `a fetch that the person has stopped is no session any more`() async throws {
        let stage = try await SharingStage()
        let (arrived, never) = (Signal(), Signal())
        stage.stage(
            .wait {
                arrived.set()
                await never.wait()
            }, at: SharingStage.requestPath)
        async let started = stage.start()
        await arrived.wait()
        _ = try await stage.core.stopSharing()
        #expect(try await !stage.core.sharingIsBusy())
        _ = try? await started
        #expect(try await !stage.core.sharingIsBusy())
    }

    @Test func `a stop while an answer is signed sends no answer and spends nothing`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        let core = stage.core
        async let stopped = core.stopSharing()
        // The stop is noted before it waits for the approval.
        try await eventually { try await core.sharingStops() == 1 }
        goesOn.set()
        do {
            let shared = try await outcome
            Issue.record("\(shared) after a stop")
        } catch let error as WalletCoreError {
            #expect(error.code == .sharing(.noSession))
        }
        _ = try await stopped
        #expect(stage.sent == [Self.declined])
        #expect(try await stage.copies().count == 2)
        #expect(try await stage.core.events().map { $0.sharing?.outcome } == [.stopped])
    }

    @Test func `an answer that may have arrived stays one if the next attempt does not leave the phone`() async throws {
        let stage = try await SharingStage()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        for error in [NetworkError.offline, .unreachable] {
            stage.stage(.fail(error))
            #expect(try await stage.core.sendSharing() == .mayHaveArrived)
        }
        _ = try await stage.core.stopSharing()
        #expect(try await stage.core.events().first?.sharing?.outcome == .mayHaveArrived)
    }

    @Test func `an answer whose second attempt may have arrived is no longer called unsent`() async throws {
        let stage = try await SharingStage()
        for fault in [NetworkError.offline, .lost, .offline] { stage.stage(.fail(fault)) }
        #expect(try await stage.answer(stage.offer()) == .notSent(.noInternet))
        #expect(try await stage.core.sendSharing() == .mayHaveArrived)
        #expect(try await stage.core.sendSharing() == .mayHaveArrived)
        #expect(stage.signings == 1)
    }

    /// Serves a configuration with another reaction, and lets the wallet receive it.
    private func reconfigure(_ stage: SharingStage, version: Int64) async throws {
        let documents = stage.phone.provider.documents
        var contents = documents.configuration(stage.phone.provider.address)
        let settings = try #require(contents.sharing)
        contents.sharing = SharingSettings(
            accessRoots: settings.accessRoots, registrarRoots: settings.registrarRoots, tlsRoots: settings.tlsRoots, overAsking: .refuse)
        documents.serve(try documents.sign(contents, version: version, at: stage.phone.seconds), at: .configuration)
        #expect(await stage.core.pollConfiguration(by: stage.phone.clock) == .accepted)
    }

    @Test func `another configuration makes an approval void, and the offer is made anew`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        try await reconfigure(stage, version: 2)
        await expect(.sharing(.approvalVoid(.configuration))) { try await stage.approve(offer) }
        #expect(stage.signings == 0 && stage.sent.isEmpty)
        guard case .offered(let next) = try await stage.core.sharingState(), next.id != offer.id,
            case .delivered = try await stage.answer(next)
        else { throw SharingStage.NoOffer() }
        #expect(stage.phone.provider.network.requests.count { $0.path == SharingStage.requestPath } == 1)
    }

    @Test func `another configuration during the signing drops the signatures`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        let (arrived, goesOn) = stage.phone.provider.hold(.instruction(.sign))
        async let outcome = stage.approve(offer)
        await arrived.wait()
        try await reconfigure(stage, version: 2)
        goesOn.set()
        do {
            let shared = try await outcome
            Issue.record("\(shared) by an old configuration")
        } catch let error as WalletCoreError {
            #expect(error.code == .sharing(.approvalVoid(.configuration)))
        }
        #expect(stage.sent.isEmpty)
        #expect(try await stage.copies().count == 2)
    }

    @Test func `an erased wallet leaves no session, and the verifier is told the same as after a stop`() async throws {
        let stage = try await SharingStage()
        _ = try await stage.offer()
        try await stage.core.wipe()
        #expect(stage.sent == [Self.declined])
        await expect(.notRegistered) { try await stage.core.sharingState() }
    }

    @Test func `a permanently blocked PIN ends the session, and the verifier is told the same as after a stop`() async throws {
        let stage = try await SharingStage()
        let offer = try await stage.offer()
        stage.phone.provider.add(.refuse(.accountBlocked), to: .instruction(.sign))
        #expect(try await stage.approve(offer) == .permanentlyBlocked)
        #expect(stage.sent == [Self.declined])
        #expect(try await stage.copies().count == 2)
    }
}
