// SPDX-License-Identifier: EUPL-1.2

import HSM
import HTTPTypes
import Hummingbird
import JOSE
import JSON
import Logging
import NIOCore
import OpenID4VCI
import ServerKit
import StatusList

/// The issuer's routes. Addresses come from the configuration; the request's host is ignored.
struct IssuerRoutes: Sendable {
    let issuer: PIDIssuer
    /// Receives each answered request.
    var observe: @Sendable (AnsweredRequest) -> Void = { _ in }

    /// The maximum size of a body.
    static let maximumBodyBytes = 256 * 1024

    func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: AnswerMiddleware(
                logger: issuer.logger, headers: { StandardHeaders.add(to: &$0) }, observe: observe,
                refuse: { error, _ in IssuerErrorAnswers.answer(to: error) }))
        documents(on: router)
        post(.pushedAuthorization, as: .pushedAuthorization, on: router) { try await $0.push($1) }
        post(.token, as: .token, on: router) { try await $0.token($1) }
        post(.credential, as: .credential, on: router) { try await $0.credential($1) }
        post(.notification, as: .notification, on: router) { try await $0.notification($1) }
        router.post(RouterPath(IssuerPath.nonce.rawValue)) { [issuer] _, _ in Response(issuer.nonce()) }
        router.post(RouterPath(IssuerPath.challenge.rawValue)) { [issuer] _, _ in Response(issuer.challenge()) }
        router.get(RouterPath(IssuerPath.authorize.rawValue)) { [issuer] request, _ in
            try await Self.browser { try await issuer.authorize(Self.query(request)) }
        }
        router.get(RouterPath(IssuerPath.callback.rawValue)) { [issuer] request, _ in
            try await Self.browser { try await issuer.callback(Self.query(request), cookie: request.cookies[Self.cookie]?.value) }
        }
        return router
    }

    private func documents(on router: Router<ServiceContext>) {
        let configuration = issuer.configuration
        let key = JWK(issuer.maker.signer.publicKey)
        var published = key.json
        published.append("kid", .string(key.thumbprint))
        published.append("use", "sig")
        published.append("alg", "ES256")
        published.append("x5c", X5C.encode(issuer.maker.signer.certificates))
        let keys: JSONObject = ["keys": [.object(published)]]
        let documents: [(String, [UInt8])] = [
            (IssuerPath.issuerMetadata.rawValue, configuration.metadata.body),
            (IssuerPath.serverMetadata.rawValue, configuration.serverMetadata.body),
            (
                IssuerPath.keyMetadata.rawValue,
                (["issuer": .string(configuration.issuer.text), "jwks": .object(keys)] as JSONObject).encode()
            ),
            (IssuerPath.keys.rawValue, keys.encode()), (TypeMetadata.path, TypeMetadata.json(with: configuration.emblem).encode()),
        ]
        for (path, body) in documents {
            router.get(RouterPath(path)) { _, _ in Response.document("application/json", body, maximumAge: 300) }
        }
        router.get("/status-lists/:number") { [issuer] _, context in
            guard let number = context.parameters.get("number").flatMap({ Int($0) }), number > 0,
                let token = try await issuer.statusLists.token(of: number, now: issuer.now)
            else { return Response(status: .notFound) }
            return Response.document(StatusListToken.mediaType, Array(token.utf8), maximumAge: Int(StatusLists.timeToLive) / 5)
        }
        router.get("/credential-offers/:identifier") { [issuer] _, context in
            guard let identifier = context.parameters.get("identifier"), identifier.utf8.count <= 64,
                let record = try await issuer.store.read(OfferDocumentRecord.self, identifier)
            else { return Response(status: .notFound) }
            return Response(IssuanceResponse(json: record.offer.body))
        }
        router.get("/health/live") { _, _ in Response(status: .ok) }
    }

    /// Adds a route for requests of wallets. Every failure becomes an answer of the protocol.
    private func post(
        _ path: IssuerPath, as endpoint: IssuanceEndpoint, on router: Router<ServiceContext>,
        _ handler: @escaping @Sendable (PIDIssuer, IssuanceRequest) async throws -> IssuanceResponse
    ) {
        let url = issuer.configuration.url(of: path)
        router.post(RouterPath(path.rawValue)) { [issuer] request, context in
            guard let body = try await Self.body(of: request) else {
                return Response(EndpointError(Self.tooLarge(endpoint), "a body that is too large or too slow").response(at: endpoint))
            }
            let headers = HeaderFields(request.headers.map { HeaderFields.Field($0.name.rawName, $0.value) })
            let message = IssuanceRequest(method: .post, url: url, headers: headers, body: body)
            var response: IssuanceResponse
            do {
                response = try await handler(issuer, message)
                response.headers.append("DPoP-Nonce", issuer.nonces.make(.dpop, now: issuer.now))
            } catch let error as EndpointError {
                issuer.logger.info(
                    "refused",
                    metadata: [
                        "endpoint": "\(endpoint.rawValue)", "code": "\(error.code.rawValue)", "reason": "\(error.reason)",
                        "correlation_id": "\(context.correlationID)",
                    ])
                response = error.response(
                    at: endpoint, dpopNonce: issuer.nonces.make(.dpop, now: issuer.now),
                    challenge: error.code == .useAttestationChallenge ? issuer.nonces.make(.attestation, now: issuer.now) : nil)
            }
            return Response(response)
        }
    }

    private static func tooLarge(_ endpoint: IssuanceEndpoint) -> EndpointErrorCode {
        switch endpoint {
        case .credential: .invalidCredentialRequest
        case .notification: .invalidNotificationRequest
        default: .invalidRequest
        }
    }

    /// Returns the complete body; nil if it is too large or interrupted.
    private static func body(of request: Request) async throws -> [UInt8]? {
        do {
            return try await request.boundedBody(upTo: maximumBodyBytes)
        } catch is BodyRefusal {
            return nil
        }
    }

    // MARK: Browsers

    /// The prefix makes the browser reject cookies set by a neighbouring host.
    private static let cookie = "__Host-login"

    private static func query(_ request: Request) throws -> FormParameters {
        do {
            return try FormParameters(parsing: Array((request.uri.query ?? "").utf8), maximumBytes: 8192)
        } catch {
            throw BrowserProblem.unknownRequest
        }
    }

    private static func browser(_ answer: () async throws -> PIDIssuer.BrowserAnswer) async throws -> Response {
        do {
            let answer = try await answer()
            var response = Response(status: .seeOther, headers: [.location: answer.address, .cacheControl: "no-store"])
            if let cookie = answer.cookie {
                response.setCookie(
                    Cookie(
                        name: Self.cookie, value: cookie, maxAge: cookie.isEmpty ? 0 : Int(IssuerConfiguration.loginLifetime), path: "/",
                        secure: true, httpOnly: true, sameSite: .lax))
            }
            return response
        } catch is BrowserProblem {
            return BrowserPage.unknownRequest
        }
    }
}

extension Response {
    /// Converts an answer of the protocol.
    init(_ response: IssuanceResponse) {
        var headers = HTTPFields()
        for field in response.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        self.init(
            status: HTTPResponse.Status(code: response.status), headers: headers,
            body: response.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }

    /// Creates the response with a document that any cache may store for `maximumAge` seconds.
    static func document(_ mediaType: String, _ body: [UInt8], maximumAge: Int) -> Response {
        Response(
            status: .ok, headers: [.contentType: mediaType, .cacheControl: "public, max-age=\(maximumAge)"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
