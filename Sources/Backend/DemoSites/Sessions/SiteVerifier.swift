// SPDX-License-Identifier: EUPL-1.2

package import JSON
import OAuthMessages

/// A call of a site to the verifier's interface for parties.
package struct SiteCall: Sendable {
    /// True for POST, otherwise GET.
    package let isPost: Bool
    /// The path at the verifier, such as `/sessions`.
    package let path: String
    /// The party's API key. Never log it.
    package let apiKey: String
    /// The JSON body; empty for GET.
    package let body: [UInt8]
}

/// The verifier's answer to a call.
package struct SiteReply: Sendable {
    /// The HTTP status.
    package let status: Int
    /// The body; empty if it is no JSON object.
    package let body: JSONObject

    /// An answer.
    package init(status: Int, body: JSONObject) {
        self.status = status
        self.body = body
    }
}

/// The verifier as a site's server knows it: as any party does, by its interface over HTTP.
struct SiteVerifier: Sendable {
    /// Sends a call; throws if the verifier does not answer.
    typealias Send = @Sendable (SiteCall) async throws -> SiteReply

    let site: DemoSite
    let apiKey: String
    let type: String
    let send: Send

    /// A created session.
    struct Created: Sendable {
        let session: String
        /// The verifier's page for the browser.
        let page: String
    }

    /// The outcome of reading a result.
    enum Reading: Sendable {
        /// The claims of the credential. Personal data: never log them.
        case claims(JSONObject)
        /// The verifier gives nothing: `response_code` is missing or wrong, or the result was read before.
        case refused
    }

    /// Creates a session.
    ///
    /// - Throws: ``VerifierTrouble``.
    func create() async throws(VerifierTrouble) -> Created {
        let body: JSONObject = [
            "dcql_query": .object(site.query(type)), "use": .string(site.rawValue), "return_url": .string(site.returnAddress),
        ]
        let reply = try await call("/sessions", body)
        guard reply.status == 201, case .string(let session)? = reply.body["session"], case .string(let page)? = reply.body["page"],
            HTTPSURL(page) != nil
        else { throw VerifierTrouble() }
        return Created(session: session, page: page)
    }

    /// The state of a session, such as `answered`.
    ///
    /// - Throws: ``VerifierTrouble``.
    func state(of session: String) async throws(VerifierTrouble) -> String {
        let reply = try await call("/sessions/\(session)")
        // An ended session is removed after some minutes.
        if reply.status == 404 { return "expired" }
        guard reply.status == 200, case .string(let state)? = reply.body["state"] else { throw VerifierTrouble() }
        return state
    }

    /// Reads the result, which the verifier gives once.
    ///
    /// - Parameter responseCode: the code with which the browser came; nil if it came without.
    /// - Throws: ``VerifierTrouble``.
    func result(of session: String, responseCode: String?) async throws(VerifierTrouble) -> Reading {
        var body = JSONObject()
        if let responseCode { body.append("response_code", .string(responseCode)) }
        let reply = try await call("/sessions/\(session)/result", body)
        if (400..<500).contains(reply.status) { return .refused }
        guard reply.status == 200, case .array(let credentials)? = reply.body["credentials"],
            case .object(let credential)? = credentials.first, case .object(let claims)? = credential["claims"]
        else { throw VerifierTrouble() }
        return .claims(claims)
    }

    private func call(_ path: String, _ body: JSONObject? = nil) async throws(VerifierTrouble) -> SiteReply {
        do {
            return try await send(SiteCall(isPost: body != nil, path: path, apiKey: apiKey, body: body?.encode() ?? []))
        } catch {
            throw VerifierTrouble()
        }
    }
}

/// The verifier did not answer, or not as described.
struct VerifierTrouble: Error, Hashable, Sendable {}
