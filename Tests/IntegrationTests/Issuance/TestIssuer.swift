// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VCI
import OpenID4VCIIssuer
import PhoneSimulator
import PlatformSupport
import SDJWT
import StatusList
import SwiftASN1
import Synchronization
import WalletConfiguration
import WalletCore
import WalletInterface
import X509

/// An issuer of PIDs in memory with its authorisation server, built on the contract's own checks. The real issuer is tested elsewhere.
final class TestIssuer: Sendable {
    static let url = "https://issuer.test"
    static let clientID = "https://wallet.test/app"
    static let redirectURI = "https://wallet.test/back"
    /// In seconds.
    private static let tokenLifetime: Int64 = 600
    /// Of credentials, in seconds.
    private static let lifetime: Int64 = 86_400 * 90

    /// The person whose data is issued.
    struct Person: Sendable {
        var familyName = "De Vries"
        var givenName = "Willeke Liselotte"
        var birthdate = "1997-05-10"
        var code = "recovery-code-of-willeke"
    }

    struct State {
        var used: Set<String> = []
        var pushed: [String: AuthorizationServerChecks.Pushed] = [:]
        var codes: [String: (grant: CodeGrant, person: Person)] = [:]
        var tokens: [String: (grant: AccessGrant, person: Person)] = [:]
        var nonces: Set<String> = []
        var notified: [NotificationRequest.Event] = []
        var status = StatusListEntries(bits: .two, count: 1024)
        var issuedCount = 0
        var counter = 0
        /// Changes an mdoc before it is signed. The first three elements are the surname, the first names and the date of birth.
        var tampersWithMDoc: (@Sendable (inout [MDocElement]) -> Void)?
        /// Changes an SD-JWT before it is signed. Number 0 is the preview.
        var tampersWithSDJWT: (@Sendable (_ number: Int, inout JSONObject) -> Void)?
        /// True if the batch after the preview is bound to unknown keys.
        var bindsToOthers = false
        /// The path of the status list.
        var statusPath = "/status"
    }

    let state: Mutex<State>
    let clock: VirtualClock
    let metadata: CredentialIssuerMetadata
    /// The root of the credentials, in DER.
    let root: [UInt8]
    private let key = P256.Signing.PrivateKey()
    private let chain: [[UInt8]]
    private let serverMetadata: AuthorizationServerMetadata
    private let authorization: AuthorizationServerChecks
    private let credentials: CredentialIssuerChecks

    init(clock: VirtualClock, providerRoot: [UInt8]) throws {
        self.clock = clock
        state = Mutex(State())
        let authority = TestAuthority("PID root", at: clock.now)
        root = try authority.root
        chain = [try authority.certificate(for: key.publicKey, called: "PID Provider")]
        metadata = Self.metadata()
        serverMetadata = AuthorizationServerMetadata(
            issuer: Self.address(""), authorizationEndpoint: Self.address("/authorize"), tokenEndpoint: Self.address("/token"),
            pushedAuthorizationRequestEndpoint: Self.address("/par"))
        let trust = IssuerTrust.certificates(roots: [try Certificate(derEncoded: providerRoot)])
        authorization = AuthorizationServerChecks(
            attestation: ClientAttestationVerifier(trust: trust, audience: Self.address("")), scopes: ["pid.sdjwt", "pid.mdoc"],
            resources: [Self.url], mayRedirect: { $0 == Self.clientID && $1 == Self.redirectURI })
        credentials = CredentialIssuerChecks(metadata: metadata)
    }

    static func address(_ path: String) -> HTTPSURL {
        guard let url = HTTPSURL(url + path) else { preconditionFailure("no address") }
        return url
    }

    /// The issuer's settings in the wallet's configuration.
    static let settings = PIDSettings(
        sdJWT: PIDSettings.Kind(configurationID: "pid.sdjwt", type: "urn:eudi:pid:1"),
        mdoc: PIDSettings.Kind(configurationID: "pid.mdoc", type: "eu.europa.ec.eudi.pid.1"), batchSize: 3,
        timeZone: "Europe/Amsterdam")

    private static func metadata() -> CredentialIssuerMetadata {
        func kind(_ identifier: String, _ format: CredentialFormat, _ binding: String) -> CredentialConfiguration {
            CredentialConfiguration(
                identifier: identifier, format: format, scope: identifier, signingAlgorithms: ["ES256"], bindingMethods: [binding],
                proofAlgorithms: ["ES256"],
                display: [
                    CredentialDisplay(name: "Identity card", locale: "en", backgroundColor: "#12107c"),
                    CredentialDisplay(name: "Identiteitskaart", locale: "nl", backgroundColor: "#12107c"),
                ],
                claims: [
                    ClaimDescription(
                        path: ["given_name"], display: [.init("First names", locale: "en"), .init("Voornamen", locale: "nl")]),
                    ClaimDescription(path: ["family_name"], display: [.init("Surname", locale: "en")]),
                    ClaimDescription(path: ["address", "locality"], display: [.init("Town", locale: "en")]),
                ])
        }
        return CredentialIssuerMetadata(
            issuer: address(""), authorizationServers: [], credentialEndpoint: address("/credential"), nonceEndpoint: address("/nonce"),
            notificationEndpoint: address("/notification"), batchSize: 4, display: [IssuerDisplay(name: "Test issuer", locale: "en")],
            configurations: [
                kind("pid.sdjwt", .sdJWT(type: "urn:eudi:pid:1"), "jwk"),
                kind("pid.mdoc", .mdoc(documentType: "eu.europa.ec.eudi.pid.1"), "cose_key"),
            ])
    }

    private var now: Int64 { Int64(clock.now.timeIntervalSince1970) }

    private func fresh(_ kind: String) -> String {
        state.withLock {
            $0.counter += 1
            return "\(kind)-\($0.counter)-\(UInt64.random(in: .min ... .max))"
        }
    }

    // MARK: The browser

    /// Logs in as the person and returns with a code, or with an error.
    func browse(_ address: String, as person: Person? = Person(), error: EndpointErrorCode = .accessDenied) throws -> String {
        guard let url = HTTPSURL(address) else { throw EndpointError(.invalidRequest, "address") }
        let request = try AuthorizationRequest(FormParameters(parsing: Array((url.query ?? "").utf8)))
        guard let pushed = state.withLock({ $0.pushed.removeValue(forKey: request.requestURI) }) else {
            throw EndpointError(.invalidRequestURI, "request_uri")
        }
        let response: AuthorizationResponse
        if let person {
            let code = fresh("code")
            state.withLock { $0.codes[code] = (CodeGrant(pushed, expiresAt: now + 60), person) }
            response = .code(code)
        } else {
            response = .error(error)
        }
        return response.redirect(to: pushed.request.redirectURI, state: pushed.request.state, issuer: Self.address(""))
    }

    // MARK: Requests

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await request.delivered { try await self.fetch($0) }
    }

    private func fetch(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        if request.url.path.hasPrefix("/status") { return try await statusList(at: request.url.path) }
        do {
            return try await answer(request)
        } catch let error as EndpointError {
            return error.response(at: Self.endpoint(request.url.path), dpopNonce: nil, challenge: nil)
        }
    }

    private static func endpoint(_ path: String) -> IssuanceEndpoint {
        switch path {
        case "/par": .pushedAuthorization
        case "/token": .token
        case "/credential": .credential
        case "/notification": .notification
        case "/nonce": .nonce
        default: .issuerMetadata
        }
    }

    private var checks: OneTimeChecks {
        OneTimeChecks { identifier, _ in self.state.withLock { $0.used.insert(identifier).inserted } }
    }

    private func answer(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        switch request.url.path {
        case "/.well-known/openid-credential-issuer": return IssuanceResponse(json: metadata.body)
        case "/.well-known/oauth-authorization-server": return IssuanceResponse(json: serverMetadata.body)
        case "/par":
            let pushed = try await authorization.pushed(request, now: now, checks: checks)
            let uri = fresh("urn:ietf:params:oauth:request_uri:")
            state.withLock { $0.pushed[uri] = pushed }
            return IssuanceResponse(status: 201, json: PushedAuthorizationResponse(requestURI: uri, expiresIn: 60).body)
        case "/token":
            let (token, sender) = try await authorization.token(request, now: now, checks: checks)
            guard case .authorizationCode(let code, _, _) = token, let kept = state.withLock({ $0.codes.removeValue(forKey: code) }) else {
                throw EndpointError(.invalidGrant, "code")
            }
            try kept.grant.check(token, from: sender, now: now)
            let text = fresh("token")
            let grant = AccessGrant(
                clientID: sender.attestation.clientID, dpopThumbprint: sender.dpopThumbprint ?? "", expiresAt: now + Self.tokenLifetime,
                configurationIDs: ["pid.sdjwt", "pid.mdoc"])
            state.withLock { $0.tokens[text] = (grant, kept.person) }
            return IssuanceResponse(json: TokenResponse(accessToken: text, expiresIn: Self.tokenLifetime).body)
        case "/nonce":
            let nonce = fresh("nonce")
            state.withLock { _ = $0.nonces.insert(nonce) }
            return IssuanceResponse(json: NonceResponse(nonce: nonce).body)
        default: return try await resource(request)
        }
    }

    private func resource(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let token = try credentials.accessToken(of: request)
        guard let kept = state.withLock({ $0.tokens[token] }) else { throw EndpointError(.invalidToken, "unknown") }
        try await credentials.authorize(request, token: token, grant: kept.grant, now: now, checks: checks)
        if request.url.path == "/notification" {
            let notification = try credentials.notification(request)
            state.withLock { $0.notified.append(notification.event) }
            return IssuanceResponse(status: 204)
        }
        let order = try await credentials.credential(request, grant: kept.grant, now: now) { nonce in
            self.state.withLock { $0.nonces.remove(nonce) != nil }
        }
        var issued: [String] = []
        for key in order.keys {
            let holder = state.withLock { $0.bindsToOthers && order.keys.count > 1 } ? JWK(P256.Signing.PrivateKey().publicKey) : key
            issued.append(
                order.configuration.identifier == "pid.mdoc"
                    ? try await mdoc(kept.person, holder) : try await sdJWT(kept.person, holder))
        }
        return IssuanceResponse(json: CredentialResponse.issued(credentials: issued, notificationID: fresh("notification")).body)
    }

    // MARK: Credentials

    private func nextStatus() throws -> StatusListReference {
        let (index, path) = state.withLock {
            $0.issuedCount += 1
            return ($0.issuedCount, $0.statusPath)
        }
        return try StatusListReference(index: index, uri: Self.url + path)
    }

    private func sdJWT(_ person: Person, _ holder: JWK) async throws -> String {
        let number = state.withLock { $0.issuedCount }
        var claims: JSONObject = [
            "vct": "urn:eudi:pid:1", "iss": .string(Self.url), "iat": .integer(now), "exp": .integer(now + Self.lifetime),
            "cnf": ["jwk": .object(holder.json)], "status": .object(try nextStatus().status),
            "family_name": .string(person.familyName), "given_name": .string(person.givenName), "birthdate": .string(person.birthdate),
            "address": ["locality": "Den Haag", "country": "NL"], "nationalities": ["NL"], "recovery_code": .string(person.code),
        ]
        state.withLock { $0.tampersWithSDJWT }?(number, &claims)
        return try await UnsignedSDJWT(
            claims: claims,
            disclosable: [["family_name"], ["given_name"], ["birthdate"], ["address"], ["nationalities"], ["recovery_code"]],
            random: systemRandomBytes
        ).signed(certificates: chain) { [key] in Array(try key.signature(for: $0).rawRepresentation) }.serialized
    }

    private func mdoc(_ person: Person, _ holder: JWK) async throws -> String {
        let space: NameSpace = "eu.europa.ec.eudi.pid.1"
        var elements = [
            MDocElement(space, "family_name", .text(person.familyName)), MDocElement(space, "given_name", .text(person.givenName)),
            MDocElement(space, "birth_date", .tagged(1004, .text(person.birthdate))),
            MDocElement(space, "resident_city", .text("Den Haag")), MDocElement(space, "nationality", .array([.text("NL")])),
        ]
        state.withLock { $0.tampersWithMDoc }?(&elements)
        let status = try nextStatus()
        var list = CBORMap()
        list["idx"] = .unsigned(UInt64(status.index))
        list["uri"] = .text(status.uri)
        var map = CBORMap()
        map["status_list"] = .map(list)
        let issued = try await UnsignedMDoc(
            docType: "eu.europa.ec.eudi.pid.1", elements: elements, deviceKey: COSEKey(holder.publicKey),
            validity: try ValidityInfo(signed: clock.now, validFrom: clock.now, validUntil: clock.now + TimeInterval(Self.lifetime)),
            status: .map(map), random: systemRandomBytes
        ).signed(certificates: chain) { [key] in Array(try key.signature(for: $0).rawRepresentation) }
        return Base64URL.encode(issued.encode())
    }

    // MARK: Status

    /// Sets the status of the first hundred credentials, also of those that are issued later.
    func setStatus(_ status: TokenStatus) throws {
        try state.withLock { state in
            for index in 0..<100 { try state.status.set(status, at: index) }
        }
    }

    private func statusList(at path: String) async throws -> IssuanceResponse {
        let token = StatusListToken(
            subject: Self.url + path, issuedAt: now, expiresAt: now + 7200, timeToLive: 60, list: state.withLock { $0.status })
        let text = try await token.signed(certificates: chain) { [key] in Array(try key.signature(for: $0).rawRepresentation) }
        return IssuanceResponse(
            status: 200, headers: HeaderFields([.init("Content-Type", StatusListToken.mediaType)]), body: Array(text.utf8))
    }
}
