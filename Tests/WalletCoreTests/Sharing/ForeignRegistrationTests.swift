// SPDX-License-Identifier: EUPL-1.2

import JSON
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A genuine registration of one party in the request of another (ruling 3.4): it never counts, and the configuration decides between a
/// warning and a refusal, as for a registration that is absent.
struct ForeignRegistrationTests {
    private static let cases: [(TestVerifier, [JSONValue]?, RegistrationProblem)] = [
        (VerifierWorld.otherVerifier, SharingStage.registered, .otherOrganization), (VerifierWorld.verifier, nil, .absent),
    ]

    @Test func `it is a warning unless the configuration says otherwise, and is never shown as verified`() async throws {
        for (registrant, registration, problem) in Self.cases {
            let offer = try await SharingStage(registration: registration, registrant: registrant).offer()
            #expect(offer.warnings == [.unverifiedRegistration(problem)])
            #expect(offer.organization.name == "Boekwinkel" && offer.organization.registration?.isVerified != true)
        }
    }

    @Test func `it is a refusal if the configuration says so, of which the verifier learns only that nothing is shared`() async throws {
        for (registrant, registration, problem) in Self.cases {
            let stage = try await SharingStage(registration: registration, unverified: .refuse, registrant: registrant)
            guard case .refused(let refusal) = try await stage.start() else { throw SharingStage.NoOffer() }
            #expect(refusal.cause == .unverifiedRegistration(problem) && refusal.organization?.name == "Boekwinkel")
            #expect(stage.sent.isEmpty)
            _ = try await stage.core.stopSharing()
            #expect(stage.sent.map { String(decoding: $0, as: UTF8.self) } == ["error=access_denied&state=state-1"])
        }
    }

    @Test func `the party's own registration is none of both`() async throws {
        let offer = try await SharingStage(unverified: .refuse).offer()
        #expect(offer.warnings.isEmpty && offer.organization.registration?.isVerified == true)
    }
}
