// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import RelyingPartyRegistration
import SDJWT
import StatusList
import Testing
import VerifierWorld

/// From a link to a request that can be decided on: fetch, session type, refusals, registration.
struct ClientRequestTests {
    // MARK: The fetch

    @Test func `a request is fetched by GET, without a body`() throws {
        let walk = try WalletWalk()
        let expected = WalletRequest(
            isPost: false, url: try #require(HTTPSURL(walk.verifier.requestURI)), accept: "application/oauth-authz-req+jwt",
            contentType: nil, body: [], maximumAnswerBytes: 65_536)
        #expect(walk.client.step == .fetch(expected))
    }

    @Test func `by POST the wallet sends a nonce of its own and nothing else`() throws {
        var nonces: Set<String> = []
        for _ in 0..<2 {
            guard case .fetch(let request) = try WalletWalk(isPost: true).client.step else { throw WalletWalk.OtherStep() }
            #expect(request.isPost && request.contentType == "application/x-www-form-urlencoded")
            let form = try FormParameters(parsing: request.body)
            #expect(form.pairs.map(\.name) == ["wallet_nonce"])
            nonces.insert(try #require(form["wallet_nonce"]))
        }
        #expect(nonces.count == 2 && nonces.allSatisfy { $0.utf8.count == 43 })
    }

    @Test func `a request fetched by POST must contain the wallet's nonce`() async throws {
        for isRight in [true, false] {
            var walk = try WalletWalk(isPost: true)
            guard case .fetch(let request) = walk.client.step else { throw WalletWalk.OtherStep() }
            let form = try FormParameters(parsing: request.body)
            let nonce = try #require(form["wallet_nonce"])
            let query = WalletWalk.query(WalletWalk.sdJWT)
            if isRight {
                try await walk.receive(walk.verifier.claims(query, walletNonce: nonce))
                #expect(walk.received != nil)
            } else {
                for wrong in [nil, nonce + "A"] {
                    var other = walk
                    await #expect(throws: PresentationFailure.refused(RequestRefusal(.walletNonce))) {
                        try await other.receive(other.verifier.claims(query, walletNonce: wrong))
                    }
                }
            }
        }
    }

    @Test(arguments: [404, 409, 410]) func `a session that is over ends the client`(_ status: Int) async throws {
        var walk = try WalletWalk()
        await #expect(throws: PresentationFailure.sessionOver) {
            try await walk.client.receiveRequest(WalletWalk.reply(status: status), at: VerifierWorld.time)
        }
        #expect(walk.client.step == .failed(.sessionOver))
        #expect(walk.client.decline(.stopped) == nil)
    }

    @Test(arguments: [429, 500, 503, 599]) func `a server that fails can be asked again`(_ status: Int) async throws {
        var walk = try WalletWalk(isPost: true)
        let fetch = walk.client.step
        await #expect(throws: PresentationFailure.unavailable(status: status)) {
            try await walk.client.receiveRequest(WalletWalk.reply(status: status), at: VerifierWorld.time)
        }
        #expect(walk.client.step == fetch)
    }

    @Test(arguments: [201, 204, 302, 400, 401, 403])
    func `another status, or a web page, is no request`(_ status: Int) async throws {
        var walk = try WalletWalk()
        let refusal = PresentationFailure.refused(RequestRefusal(.requestUnavailable))
        await #expect(throws: refusal) {
            try await walk.client.receiveRequest(WalletWalk.reply(status: status), at: VerifierWorld.time)
        }
        #expect(walk.client.step == .failed(refusal))
        var page = try WalletWalk()
        await #expect(throws: PresentationFailure.refused(RequestRefusal(.requestMediaType))) {
            try await page.client.receiveRequest(WalletWalk.reply("<html>", mediaType: "text/html"), at: VerifierWorld.time)
        }
    }

    // MARK: The session type

    @Test func `a link must come the way that it declares, and nothing is fetched otherwise`() throws {
        let types: [SessionType] = [.sameDevice, .crossDevice]
        for declared in types {
            for arrived in types {
                let walk = try WalletWalk(
                    requestURI: "https://shop.example/request/1?session_type=\(declared.rawValue)", arrivedBy: arrived)
                if declared == arrived {
                    guard case .fetch = walk.client.step else { throw WalletWalk.OtherStep() }
                } else {
                    #expect(walk.client.step == .failed(.wrongSession))
                }
            }
        }
    }

    @Test func `a link that declares nothing is what it came as`() async throws {
        for arrived in [SessionType.sameDevice, .crossDevice] {
            var walk = try WalletWalk(arrivedBy: arrived)
            try await walk.receive()
            #expect(walk.received?.session == arrived)
        }
    }

    // MARK: What is received

    @Test func `a request is received with its verifier, its website and its hash`() async throws {
        var walk = try WalletWalk()
        #expect(walk.client.verifier == nil)
        let text = try walk.verifier.request(walk.claims())
        try await walk.client.receiveRequest(WalletWalk.answer(text), at: VerifierWorld.time)
        let received = try #require(walk.received)
        #expect(received.identity.legalName == "Boekwinkel Voorbeeld B.V.")
        #expect(walk.client.verifier == received.identity)
        #expect(received.websiteHost == "shop.example")
        #expect(received.requestHash == Array(SHA256.hash(data: Array(text.utf8))))
        #expect(received.request.nonce == walk.verifier.nonce && received.request.state == "state-1")
        #expect(received.registration == .unverifiable(.absent, nil))
    }

    @Test func `the request of another verifier is refused`() async throws {
        let other = VerifierWorld.otherVerifier
        var walk = try WalletWalk()
        let request = try other.request(other.claims(WalletWalk.query(WalletWalk.sdJWT)))
        await #expect(throws: PresentationFailure.refused(RequestRefusal(.clientIDHash))) {
            try await walk.client.receiveRequest(WalletWalk.answer(request), at: VerifierWorld.time)
        }
        #expect(walk.client.verifier == nil)
    }

    // MARK: The registration

    /// A client that has received a request with registration.
    private func registered(
        _ query: JSONObject = WalletWalk.query(WalletWalk.sdJWT), hasStatus: Bool = false, settings: WalletSettings = WalletWalk.settings
    ) async throws -> WalletWalk {
        var walk = try WalletWalk(settings: settings)
        let registration = try walk.registration(hasStatus: hasStatus)
        try await walk.receive(walk.verifier.claims(query, registration: registration))
        return walk
    }

    @Test func `a registration for all that is asked covers the request`() async throws {
        guard case .covered(let certificate)? = try await registered().received?.registration else { throw WalletWalk.OtherStep() }
        #expect(certificate.name == "Boekwinkel")
    }

    @Test func `a claim beyond the registration is named`() async throws {
        var query = WalletWalk.sdJWT
        query.set("claims", [["path": ["family_name"]], ["path": ["birthdate"]]])
        guard case .overAsked(_, let claims)? = try await registered(WalletWalk.query(query)).received?.registration else {
            throw WalletWalk.OtherStep()
        }
        #expect(claims == [OverAskedClaim(queryID: "pid", path: ["birthdate"])])
    }

    @Test func `a registration with a status is judged by its status list`() async throws {
        let walk = try await registered(hasStatus: true)
        let reference = try StatusListReference(index: 7, uri: "https://registrar.example/status/1")
        #expect(walk.client.step == .fetchStatus(reference))
        let faults: [(TokenStatus?, RegistrationFault)] = [
            (.invalid, .revoked), (.suspended, .suspended), (.other(3), .statusUnknown), (nil, .statusUnknown),
        ]
        for (status, fault) in faults {
            var judged = walk
            try judged.client.receiveStatus(status)
            guard case .unverifiable(fault, .some)? = judged.received?.registration else { throw WalletWalk.OtherStep() }
        }
        var valid = walk
        try valid.client.receiveStatus(.valid)
        guard case .covered? = valid.received?.registration else { throw WalletWalk.OtherStep() }
        #expect(valid.received?.websiteHost == "shop.example")
    }

    @Test func `a registration by a registrar that is not trusted does not count, and its status is not fetched`() async throws {
        let untrusting = WalletSettings(accessRoots: [VerifierWorld.accessRoot.certificate], registrarRoots: [])
        let walk = try await registered(hasStatus: true, settings: untrusting)
        #expect(walk.received?.registration == .unverifiable(.chain, nil))
    }

    @Test func `the registration of another verifier does not count`() async throws {
        var walk = try WalletWalk()
        let foreign = try WalletWalk(VerifierWorld.otherVerifier).registration()
        try await walk.receive(walk.verifier.claims(WalletWalk.query(WalletWalk.sdJWT), registration: foreign))
        guard case .unverifiable(.identity, .some)? = walk.received?.registration else { throw WalletWalk.OtherStep() }
    }

    @Test func `no verifier registers itself, also with a root that is given for both`() async throws {
        let roots = [VerifierWorld.accessRoot.certificate, VerifierWorld.registrarRoot.certificate]
        let settings = WalletSettings(accessRoots: [VerifierWorld.accessRoot.certificate], registrarRoots: roots)
        guard case .covered? = try await registered(settings: settings).received?.registration else { throw WalletWalk.OtherStep() }
        var walk = try WalletWalk(settings: settings)
        let credential: JSONValue = [
            "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
            "claim": [["path": ["family_name"]], ["path": ["address"]]],
        ]
        let claims = walk.verifier.registrationClaims([credential])
        let own = try walk.verifier.signer.jwt("rc-wrp+jwt", claims)
        try await walk.receive(walk.verifier.claims(WalletWalk.query(WalletWalk.sdJWT), registration: own))
        #expect(walk.received?.registration == .unverifiable(.chain, nil))
    }

    @Test func `a registration for single credentials does not count for the request`() async throws {
        var walk = try WalletWalk()
        let entry: JSONValue = [
            "format": "registration_cert", "data": .string(try walk.registration()), "credential_ids": ["pid"],
        ]
        try await walk.receive(walk.claims(WalletWalk.query(WalletWalk.sdJWT), ["verifier_info": [entry]]))
        #expect(walk.received?.registration == .unverifiable(.absent, nil))
    }
}
