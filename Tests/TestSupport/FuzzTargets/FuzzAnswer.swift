// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI

/// A server's answer as bytes: the index of its status, flags for its header fields, and the body.
struct FuzzAnswer {
    private static let statuses = [200, 201, 202, 204, 302, 400, 401, 403, 404, 429, 500, 503]

    /// Header fields of an answer.
    struct Flags: OptionSet {
        let rawValue: UInt8

        static let isHTML = Flags(rawValue: 1)
        static let hasDPoPNonce = Flags(rawValue: 2)
        static let hasChallenge = Flags(rawValue: 4)
        static let hasTwoNonces = Flags(rawValue: 8)
        /// The body is also the value of `DPoP-Nonce`.
        static let hasBodyAsNonce = Flags(rawValue: 16)
        /// The body is also the value of `WWW-Authenticate`.
        static let hasBodyAsChallenge = Flags(rawValue: 32)
    }

    /// The bytes of an answer with one of the statuses.
    static func bytes(_ status: Int, _ flags: Flags, _ body: [UInt8]) -> [UInt8] {
        guard let index = statuses.firstIndex(of: status) else { preconditionFailure("not a status of the targets: \(status)") }
        return [UInt8(index), flags.rawValue] + body
    }

    /// The answer that any bytes are.
    static func response(_ bytes: [UInt8]) -> IssuanceResponse {
        let status = statuses[Int(bytes.first ?? 0) % statuses.count]
        let flags = Flags(rawValue: bytes.dropFirst().first ?? 0)
        let body = self.body(bytes)
        let text = String(decoding: body, as: UTF8.self)
        var headers = HeaderFields()
        headers.append("Content-Type", flags.contains(.isHTML) ? "text/html" : "application/json; charset=utf-8")
        if flags.contains(.hasDPoPNonce) { headers.append("DPoP-Nonce", "nonce-1") }
        if flags.contains(.hasTwoNonces) { headers.append("dpop-nonce", "nonce-2") }
        if flags.contains(.hasBodyAsNonce) { headers.append("DPoP-Nonce", text) }
        if flags.contains(.hasChallenge) { headers.append("OAuth-Client-Attestation-Challenge", "challenge-2") }
        if flags.contains(.hasBodyAsChallenge) { headers.append("WWW-Authenticate", text) }
        return IssuanceResponse(status: status, headers: headers, body: body)
    }

    /// The body of the answer that any bytes are.
    static func body(_ bytes: [UInt8]) -> [UInt8] { Array(bytes.dropFirst(2)) }

    /// The valid answer of an endpoint.
    static func valid(_ endpoint: IssuanceEndpoint) -> [UInt8] {
        bytes(FuzzIssuance.status(of: endpoint), [], FuzzIssuance.body(of: endpoint))
    }
}
