// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPTypes
import Hummingbird
import JSON
import Logging
import OpenID4VP
import OpenID4VPVerifier
import ServerKit
import WalletVerifier

extension VerifierRoutes {
    /// The maximum size of a party's body, in bytes.
    static let maximumPartyBytes = 64 * 1024

    /// Adds the routes for parties, who send their API key as a bearer token (RFC 6750 §2.1).
    func addParties(to router: Router<VerifierContext>) {
        router.post(RouterPath(VerifierEndpoint.sessions.rawValue)) { request, context in
            let party = try party(of: request, in: context)
            guard let json = try await json(of: request) else { throw VerifierProblem.malformed }
            let body = try OpenID4VPVerifier.RequestBody.read(json)
            let created = try await Deadline.$current.withValue(deadline()) { try await desk.create(body, for: party) }
            metrics.record(.created)
            return Response.json(
                .created,
                ["session": .string(created.id), "page": .string(created.page), "expires_at": .integer(created.expiresAt)])
        }
        router.get(RouterPath(VerifierEndpoint.session.rawValue)) { request, context in
            let party = try party(of: request, in: context)
            let id = try context.parameters.require("session")
            let report = try await Deadline.$current.withValue(deadline()) { try await desk.report(on: id, for: party) }
            return Response.json(.ok, report.json)
        }
        router.delete(RouterPath(VerifierEndpoint.session.rawValue)) { request, context in
            let party = try party(of: request, in: context)
            let id = try context.parameters.require("session")
            try await Deadline.$current.withValue(deadline()) { try await desk.cancel(id, for: party) }
            metrics.record(.cancelled)
            return Response(status: .noContent)
        }
        router.post(RouterPath(VerifierEndpoint.result.rawValue)) { request, context in
            let party = try party(of: request, in: context)
            let id = try context.parameters.require("session")
            let code = try Self.responseCode(in: try await json(of: request))
            let result = try await Deadline.$current.withValue(deadline()) {
                try await desk.result(of: id, responseCode: code, for: party)
            }
            metrics.record(.resultRead)
            return Response.json(.ok, result.json)
        }
    }

    /// The party whose key the request has; counts the request.
    private func party(of request: Request, in context: VerifierContext) throws -> Party {
        let fields = request.headers[values: .authorization]
        let scheme = "bearer "
        guard fields.count == 1, let field = fields.first, field.prefix(scheme.count).lowercased() == scheme,
            let party = desk.party(apiKey: String(field.dropFirst(scheme.count)))
        else { throw VerifierProblem.unauthorized }
        _ = context.notes?.add(["party": "\(party.name)"])
        try limiter.takeRequest(ofParty: party.name)
        return party
    }

    /// The body as an object; nil for an empty body.
    private func json(of request: Request) async throws -> JSONObject? {
        let type = request.headers[.contentType].map(Self.mediaType)
        guard type == nil || type == "application/json" else { throw VerifierProblem.mediaType }
        let bytes = try await request.boundedBody(upTo: Self.maximumPartyBytes)
        guard !bytes.isEmpty else { return nil }
        guard type != nil else { throw VerifierProblem.mediaType }
        guard let json = try? JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: Self.maximumPartyBytes, maximumDepth: 16)) else {
            throw VerifierProblem.malformed
        }
        return json
    }

    /// `response_code` of a body; nil without one. Other members are refused, because a misspelt one would be missed.
    private static func responseCode(in json: JSONObject?) throws -> String? {
        guard let json else { return nil }
        guard json.members.allSatisfy({ $0.name == "response_code" }) else {
            throw VerifierProblem(status: .badRequest, code: "malformed_request", member: "response_code")
        }
        switch json["response_code"] {
        case nil: return nil
        case .string(let code): return code
        default: throw VerifierProblem(status: .badRequest, code: "malformed_request", member: "response_code")
        }
    }

    /// The media type of a header's value, without parameters, in lower case.
    static func mediaType(_ field: String) -> String {
        field.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }
}

extension SessionReport {
    /// The body for the party: `{state, has_result, expires_at, session_type?, reason?}`.
    var json: JSONObject {
        var json: JSONObject = [
            "state": .string(state.rawValue), "has_result": .bool(hasResult), "expires_at": .integer(expiresAt),
        ]
        if let sessionType { json.append("session_type", .string(sessionType.rawValue)) }
        if let reason { json.append("reason", .string(reason)) }
        return json
    }
}
