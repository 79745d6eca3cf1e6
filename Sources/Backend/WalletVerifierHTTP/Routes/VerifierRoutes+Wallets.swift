// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPTypes
import Hummingbird
import NIOCore
import OAuthMessages
import OpenID4VP
import ServerKit
import WalletVerifier

extension VerifierRoutes {
    /// The media type of a signed request (OpenID4VP 1.0 §5.10.1).
    static let requestMediaType = "application/oauth-authz-req+jwt"

    /// Adds the routes for wallets (OpenID4VP 1.0 §5.10, §8.2).
    func addWallets(to router: Router<VerifierContext>) {
        router.get(RouterPath(VerifierEndpoint.request.rawValue)) { request, context in
            try await signedRequest(for: request, try token("wallet", in: context), walletNonce: nil)
        }
        router.post(RouterPath(VerifierEndpoint.request.rawValue)) { request, context in
            let token = try token("wallet", in: context)
            let bytes = try await form(of: request, upTo: FormParameters.maximumBytes)
            let nonce: String?
            do throws(MalformedMessage) {
                nonce = try FormParameters(parsing: bytes)["wallet_nonce"]
            } catch {
                throw VerifierProblem.malformed
            }
            return try await signedRequest(for: request, token, walletNonce: nonce)
        }
        router.post(RouterPath(VerifierEndpoint.response.rawValue)) { request, context in
            let token = try token("wallet", in: context)
            try limiter.addresses.takeCostly(of: context.addressBucket)
            let body = try await form(of: request, upTo: AnswerForm.maximumBytes)
            let reply = try await Deadline.$current.withValue(deadline(withStatus: true)) { try await desk.answer(token, body: body) }
            metrics.record(reply.state == .declined ? .declined : .answered)
            return Response.json(.ok, reply.json)
        }
    }

    private func signedRequest(for request: Request, _ token: String, walletNonce: String?) async throws -> Response {
        let query = request.uri.queryParameters
        let (type, ephemeral) = (query["session_type"].map { String($0) }, query["e"].map { String($0) })
        let jws = try await Deadline.$current.withValue(deadline()) {
            try await desk.request(token, sessionType: type, ephemeral: ephemeral, walletNonce: walletNonce)
        }
        metrics.record(.fetched)
        return Response(
            status: .ok, headers: [.contentType: Self.requestMediaType], body: ResponseBody(byteBuffer: ByteBuffer(string: jws)))
    }

    /// The bytes of a form. An empty one needs no media type (RFC 9110 §8.3).
    private func form(of request: Request, upTo maximum: Int) async throws -> [UInt8] {
        let type = request.headers[.contentType].map(Self.mediaType)
        guard type == FormParameters.mediaType || type == nil else { throw VerifierProblem.mediaType }
        let bytes = try await request.boundedBody(upTo: maximum)
        guard type != nil || bytes.isEmpty else { throw VerifierProblem.mediaType }
        return bytes
    }
}
