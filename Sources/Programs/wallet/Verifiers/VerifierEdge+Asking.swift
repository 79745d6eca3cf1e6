// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import JSON
import NIOCore
import ServerKit

extension VerifierEdge {
    /// The claims that a party asks for in addition when it asks too much.
    private static let more = [["birthdate"], ["place_of_birth"], ["sex"], ["personal_administrative_number"]]
    private static let maximumBytes = 64 * 1024

    /// A party's request for a session with further claims. A body that is not one stays as it is, and the verifier refuses it.
    ///
    /// - Throws: `BodyRefusal`; errors of the connection.
    static func widened(_ request: Request) async throws -> Request {
        let bytes = try await request.boundedBody(upTo: maximumBytes)
        let body = (try? JSONObject(parsing: bytes)).flatMap { Self.widened($0) }?.encode() ?? bytes
        var widened = request
        widened.body = RequestBody(buffer: ByteBuffer(bytes: body))
        return widened
    }

    private static func widened(_ body: JSONObject) -> JSONObject? {
        guard case .object(var query)? = body["dcql_query"], case .array(var credentials)? = query["credentials"],
            case .object(var credential)? = credentials.first, case .array(let claims)? = credential["claims"]
        else { return nil }
        let further = more.map { path -> JSONValue in ["path": .array(path.map { .string($0) })] }
        credential.set("claims", .array(claims + further.filter { !claims.contains($0) }))
        credentials[0] = .object(credential)
        query.set("credentials", .array(credentials))
        var body = body
        body.set("dcql_query", .object(query))
        return body
    }
}
