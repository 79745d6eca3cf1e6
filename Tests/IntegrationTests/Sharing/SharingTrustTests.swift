// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP
import OpenID4VPVerifier
import PhoneSimulator
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import VerifierWorld
import WalletConfiguration
import WalletCore
import WalletInterface

/// What a verifier may ask, and what an approval stands for, by a wallet with a real provider.
@Suite(.timeLimit(.minutes(20)))
struct SharingTrustTests {
    private static let both: JSONObject = {
        var query = SharingStage.sdJWT
        query.set("claims", [["path": ["family_name"]], ["path": ["birthdate"]]])
        return SharingStage.query(query)
    }()

    /// The registration of the verifier for the surname only.
    private static func narrow() throws -> String { try SharingStage.registration(of: VerifierWorld.verifier, for: ["family_name"]) }

    @Test func `a registered verifier that asks for what it registered gives no warning`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer(registration: Self.narrow())
            #expect(offer.warnings.isEmpty)
            #expect(offer.organization.registration?.isVerified == true)
            guard case .delivered = try await stage.answer(offer) else { throw Fixture.Refused() }
        }
    }

    @Test func `asking for more than registered is a warning that names the claim, and must be accepted`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer(Self.both, registration: Self.narrow())
            guard case .overAsking(let claims)? = offer.warnings.first, offer.warnings.count == 1 else { throw Fixture.Refused() }
            #expect(claims.map(\.path) == [["birthdate"]])
            let silent = SharingApproval(offer: offer.id, choice: offer.standardChoice, acceptedWarnings: [])
            let right = try pin(Fixture.right)
            await expect(.sharing(.approvalVoid(.warnings))) { try await stage.core.approveSharing(silent, pin: right) }
            #expect(stage.verifier.forms.isEmpty && stage.fixture.network.bodies(to: .instruction(.sign)).isEmpty)
            guard case .offered(let still) = try await stage.core.sharingState(), case .delivered = try await stage.answer(still) else {
                throw Fixture.Refused()
            }
            #expect(try await stage.verifier.verified().credentials.count == 1)
        }
    }

    @Test func `a configuration can refuse a verifier that asks for more than it registered`() async throws {
        try await SharingStage.with(overAsking: .refuse) { stage in
            let state = try await stage.open(stage.verifier.ask(Self.both, registration: Self.narrow()))
            guard case .refused(let refusal) = state, case .overAsking(let claims) = refusal.cause else { throw Fixture.Refused() }
            #expect(claims.map(\.path) == [["birthdate"]])
            #expect(refusal.organization?.name == VerifierWorld.verifier.tradeName && !refusal.code.isEmpty)
            #expect(stage.verifier.forms.isEmpty)
            try await Self.stopsWithoutAnswer(stage)
        }
    }

    @Test func `the genuine registration of another party does not count`() async throws {
        let foreign = try SharingStage.registration(of: VerifierWorld.otherVerifier, for: ["family_name"])
        try await SharingStage.with(unverifiedRegistration: .refuse) { stage in
            let state = try await stage.open(stage.verifier.ask(SharingStage.query(SharingStage.sdJWT), registration: foreign))
            guard case .refused(let refusal) = state else { throw Fixture.Refused() }
            #expect(refusal.cause == .unverifiedRegistration(.otherOrganization))
            try await Self.stopsWithoutAnswer(stage)
        }
        try await SharingStage.with { stage in
            let offer = try await stage.offer(registration: foreign)
            #expect(offer.warnings == [.unverifiedRegistration(.otherOrganization)])
            #expect(offer.organization.registration?.isVerified != true)
        }
    }

    @Test func `a request that a stranger signed is of nobody, and nothing is posted to anywhere`() async throws {
        try await SharingStage.with { stage in
            let stranger = try VerifierWorld.falseAccessRoot.certify(Self.certificate(of: VerifierWorld.verifier))
            stage.verifier.state.withLock { $0.party.signer = stranger }
            let state = try await stage.open(stage.verifier.ask(SharingStage.query(SharingStage.sdJWT)))
            guard case .refused(let refusal) = state else { throw Fixture.Refused() }
            #expect(refusal.organization == nil && refusal.cause == .brokenRequest && !refusal.code.isEmpty)
            _ = try await stage.core.stopSharing()
            #expect(stage.verifier.forms.isEmpty)
        }
    }

    @Test func `of two approvals at once one is signed and sent`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            async let first = stage.outcome(of: offer)
            async let second = stage.outcome(of: offer)
            let outcomes = try await [first, second]
            #expect(outcomes.count { $0 == .delivered(SharingReturn(address: nil, event: 2)) } == 1)
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(stage.verifier.forms.count == 1)
            #expect(try await stage.verifier.verified().credentials.count == 1)
        }
    }

    @Test func `every answer has a copy of its own, and without one there is nothing to share`() async throws {
        try await SharingStage.with { stage in
            var copies: Set<Substring> = []
            var count = 0
            while count < 10 {
                let state = try await stage.open(stage.verifier.ask(SharingStage.query(SharingStage.sdJWT)))
                if case .missing(let missing) = state {
                    #expect(missing.parts.map(\.cause) == [.noCopy])
                    break
                }
                guard case .offered(let offer) = state, case .delivered = try await stage.answer(offer),
                    let text = try await stage.verifier.verified().token.entries.first?.texts.first
                else { throw Fixture.Refused() }
                copies.insert(text.prefix { $0 != "~" })
                count += 1
            }
            #expect(count == 3 && copies.count == 3)
        }
    }

    @Test func `an approval of an earlier request does not stand for a later one`() async throws {
        try await SharingStage.with { stage in
            let old = try await stage.offer()
            _ = try await stage.core.stopSharing()
            _ = try await stage.offer()
            do {
                _ = try await stage.approve(old)
                Issue.record("an old approval was taken")
            } catch let error as WalletCoreError {
                guard case .sharing(.approvalVoid) = error.code else { throw error }
            }
            #expect(try stage.verifier.forms.map(SharingVerifier.error) == [.accessDenied])
        }
    }

    @Test func `a lock makes an approval void, and the session goes on after the unlock`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            await stage.core.lock()
            await expect(.locked) { try await stage.core.sharingState() }
            #expect(try await stage.core.unlock(pin: pin(Fixture.right)) == .valid)
            await expect(.sharing(.approvalVoid(.locked))) { try await stage.approve(offer) }
            #expect(stage.verifier.forms.isEmpty && stage.fixture.network.bodies(to: .instruction(.sign)).isEmpty)
            guard case .offered(let again) = try await stage.core.sharingState(), again.id != offer.id,
                case .delivered = try await stage.answer(again)
            else { throw Fixture.Refused() }
            #expect(try await stage.verifier.verified().credentials.count == 1)
        }
    }

    @Test func `after its time an approval shares nothing`() async throws {
        try await SharingStage.with { stage in
            let offer = try await stage.offer()
            // The wallet is kept open meanwhile.
            for _ in 0..<6 {
                stage.fixture.clock.advance(by: 60)
                await stage.core.noteActivity()
            }
            await expect(.sharing(.sessionOver)) { try await stage.approve(offer) }
            #expect(stage.verifier.forms.isEmpty)
            #expect(try await stage.core.sharingState() == .none)
        }
    }

    /// Stops, and expects that the verifier gets an error at most.
    private static func stopsWithoutAnswer(_ stage: SharingStage) async throws {
        _ = try await stage.core.stopSharing()
        #expect(try stage.verifier.forms.allSatisfy { try SharingVerifier.error(in: $0) != nil })
        #expect(stage.fixture.network.bodies(to: .instruction(.sign)).isEmpty)
        #expect(try await stage.core.sharingState() == .none)
    }

    /// The contents of a verifier's certificate.
    private static func certificate(of verifier: TestVerifier) -> TestCertificate {
        var certificate = TestCertificate(name: verifier.tradeName)
        certificate.dnsNames = [verifier.host]
        return certificate
    }
}
