// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PhoneSimulator
import Testing
import WalletCore
import WalletInterface

/// Sharing with the real verifier's server, over TLS, up to the result that the party reads.
@Suite(.timeLimit(.minutes(20)))
struct VerifierServerTests {
    private static let both = SharingStage.query(SharingStage.sdJWT, SharingStage.mdoc)

    @Test func `both formats are shared without a warning, and the party reads the result once, with the browser's code`() async throws {
        try await VerifierServerStage.with { stage in
            let session = try await stage.verifier.ask(Self.both)
            let offer = try await stage.offer(session)
            #expect(offer.organization.name == "Boekwinkel" && offer.websiteHost == "localhost")
            #expect(offer.warnings.isEmpty && offer.organization.registration?.isVerified == true)
            #expect(try await stage.verifier.report(on: session)["state"] == "fetched")
            let code = try Self.code(of: try await stage.answer(offer))

            #expect(try await stage.verifier.result(of: session, responseCode: nil).status == 403)
            #expect(try await stage.verifier.result(of: session, responseCode: String(code.reversed())).status == 403)
            let result = try await stage.verifier.result(of: session, responseCode: code)
            #expect(result.status == 200)
            let claims = try Self.claims(in: result.json)
            #expect(claims == [["family_name": "De Vries"], ["eu.europa.ec.eudi.pid.1": ["given_name": "Willeke Liselotte"]]])
            let again = try await stage.verifier.result(of: session, responseCode: code)
            #expect(again.status == 410 && again.json["error"] == "result_taken")
            for secret in [code, session.id, "De Vries", "Willeke", ServedVerifier.key] { #expect(!stage.log.text.contains(secret)) }
        }
    }

    @Test func `after a lost reply the same bytes get the same reply, and one result`() async throws {
        try await VerifierServerStage.with { stage in
            let session = try await stage.verifier.ask(Self.both)
            let offer = try await stage.offer(session)
            let path = try session.responsePath
            stage.verifier.plan.stage(.loseReply, at: path)
            #expect(try await stage.answer(offer) == .mayHaveArrived)
            #expect(try await stage.verifier.report(on: session)["state"] == "answered")
            let code = try Self.code(of: try await stage.core.sendSharing())
            let bodies = stage.verifier.plan.bodies(to: path)
            #expect(bodies.count == 2 && bodies[0] == bodies[1])
            #expect(try await stage.verifier.result(of: session, responseCode: code).status == 200)
            #expect(try await stage.core.sharingState() == .none)
        }
    }

    @Test func `declining and having nothing are the same to the party`() async throws {
        try await VerifierServerStage.with { stage in
            let declined = try await stage.verifier.ask(Self.both)
            _ = try await stage.offer(declined)
            _ = try await stage.core.stopSharing()

            let missing = try await stage.verifier.ask(SharingStage.query(SharingStage.foreign))
            guard case .missing(let cards) = try await stage.open(missing) else { throw Fixture.Refused() }
            #expect(cards.parts.map(\.cause) == [.notThere])
            #expect(try await stage.verifier.report(on: missing)["state"] == "fetched")
            _ = try await stage.core.stopSharing()

            for session in [declined, missing] {
                let report = try await stage.verifier.report(on: session)
                #expect(report["state"] == "declined" && report["reason"] == "access_denied" && report["has_result"] == false)
                let result = try await stage.verifier.result(of: session, responseCode: nil)
                #expect(result.status == 409 && result.json["error"] == "ended")
            }
        }
    }

    @Test func `a request whose time is over is not answered, and the party sees that it expired`() async throws {
        try await VerifierServerStage.with { stage in
            let session = try await stage.verifier.ask(Self.both)
            // The wallet is kept open meanwhile.
            for _ in 0..<16 {
                stage.fixture.clock.advance(by: 60)
                await stage.core.noteActivity()
            }
            // Whether the wallet says so with a state or an error, there is nothing to approve.
            if case .offered? = try? await stage.open(session) { Issue.record("an offer after its time") }
            let path = try session.responsePath
            #expect(stage.verifier.plan.bodies(to: path).isEmpty)
            #expect(try await stage.verifier.report(on: session)["state"] == "expired")
        }
    }

    /// `response_code` in the address that the wallet opens after an answer.
    private static func code(of outcome: SharingOutcome) throws -> String {
        guard case .delivered(let back) = outcome, let address = back.address else { throw Fixture.Refused() }
        let start = ServedVerifier.returnURL + "?response_code="
        #expect(address.hasPrefix(start) && !back.isAddressDropped)
        return String(address.dropFirst(start.count))
    }

    /// The claims of each credential of a result.
    private static func claims(in result: JSONObject) throws -> [JSONValue] {
        guard case .array(let credentials)? = result["credentials"] else { throw Fixture.Refused() }
        return credentials.compactMap { credential in
            guard case .object(let members) = credential else { return nil }
            return members["claims"]
        }
    }
}
