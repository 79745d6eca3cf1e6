// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import JSON
import Logging
import NIOCore
import OpenID4VPVerifier
import ServerKit

extension VerifierProblem {
    /// The body for programs: `{error, message, member?, faults?}`.
    var json: JSONObject {
        var json: JSONObject = ["error": .string(code), "message": .string(message)]
        if let member { json.append("member", .string(member)) }
        if !faults.isEmpty {
            let listed: [JSONValue] = faults.map { ["reason": .string($0.reason.rawValue), "member": .string($0.member)] }
            json.append("faults", .array(listed))
        }
        return json
    }

    /// The answer for programs.
    var response: Response {
        var response = Response.json(status, json)
        add(to: &response.headers)
        return response
    }

    /// Adds the header fields that belong to the status.
    func add(to headers: inout HTTPFields) {
        if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        if !allowed.isEmpty { headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ") }
    }

    /// The data for the log: member and detail, or the faults.
    var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [:]
        if let member { metadata["member"] = "\(member)" }
        if let detail { metadata["detail"] = "\(detail)" }
        if !faults.isEmpty { metadata["faults"] = "\(faults.map(\.description).joined(separator: ", "))" }
        return metadata
    }

    /// The meaning of the code, in one English sentence for developers.
    private var message: String { Self.messages[code] ?? "The request was refused." }

    /// The message of each code.
    static let messages: [String: String] = [
        "not_found": "There is no such address or session, or it is another party's.",
        "unauthorized": "Authorization must be Bearer with a party's API key.",
        "media_type": "The body has another media type than this address takes.",
        "malformed_request": "The body or the query cannot be read.",
        "method_not_allowed": "This address takes other methods; the header Allow names them.",
        "too_large": "The body is too large.",
        "too_many_requests": "Too many requests; the header Retry-After says when to go on.",
        "unexpected": "An error of the server; its log has the X-Correlation-ID of this answer.",
        "unavailable": "The server's database does not answer; the header Retry-After says when to try again.",
        "request_faults": "Wallets would refuse this request, or warn their users of it; faults names every reason.",
        "too_many_open": "The party has too many open sessions.",
        "ended": "The session has ended.",
        "busy": "The session is being changed by others; try again.",
        "other_browser": "The page belongs to another browser, or this one sends no cookie.",
        "session_type": "session_type is missing, or not one of the use.",
        "link_forged": "The link is not from this server.",
        "link_expired": "The link is too old; the page has a new one.",
        "fetched_by_other": "Another wallet has the request.",
        "wallet_nonce": "wallet_nonce cannot be used.",
        "not_fetched": "The request was not fetched before.",
        "answer": "The answer was refused; the verifier's log says why.",
        "answered_before": "The request was answered before.",
        "credential_revoked": "A credential is not valid any more.",
        "status_unknown": "The status of a credential is not known.",
        "not_answered": "There is no answer yet.",
        "response_code_missing": "response_code is needed, because the session was on the same device.",
        "response_code_wrong": "response_code is not the session's.",
        "result_taken": "The result was read before.",
    ]
}

extension Response {
    /// Creates a response with a JSON object.
    static func json(_ status: HTTPResponse.Status, _ body: JSONObject) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: ByteBuffer(bytes: body.encode())))
    }
}
