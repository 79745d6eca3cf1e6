// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// Why a request is refused, as the server answers it (RFC 6749 §5.2, RFC 6750 §3, OpenID4VCI §8.3.1, §11.3).
package struct EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The code.
    package let code: EndpointErrorCode
    /// What is wrong, for a developer: a rule, never a received value. It is for the log and is not sent.
    package let reason: String

    /// A refusal.
    package init(_ code: EndpointErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Code and reason.
    package var description: String { "\(code.rawValue): \(reason)" }

    /// What is said of a faulty token.
    init(_ fault: TokenFault, of token: RefusedToken) {
        let code: EndpointErrorCode =
            switch (token, fault) {
            case (.dpop, .nonce): .useDPoPNonce
            case (.dpop, _): .invalidDPoPProof
            case (.attestation, .nonce): .useAttestationChallenge
            case (.attestation, .expired), (.attestation, .lifetime): .useFreshAttestation
            case (.attestation, .missing), (.attestation, .subject): .invalidClient
            case (.attestation, _): .invalidClientAttestation
            case (.proof, .nonce): .invalidNonce
            case (.proof, _): .invalidProof
            }
        self.init(code, "\(token.rawValue): \(fault.rawValue)")
    }

    /// The answer.
    ///
    /// - Parameters:
    ///   - dpopNonce: the nonce to use next; must be there with `use_dpop_nonce` (RFC 9449 §8).
    ///   - challenge: the challenge to use next; must be there with `use_attestation_challenge`.
    package func response(at endpoint: IssuanceEndpoint, dpopNonce: String? = nil, challenge: String? = nil) -> IssuanceResponse {
        let status = code.status(at: endpoint)
        var response = IssuanceResponse(status: status, json: JSONObject([("error", .string(code.rawValue))]).encode())
        if endpoint == .credential || endpoint == .notification, status == 401 || status == 403 {
            response.headers.append(FieldName.authenticate, #"DPoP error="\#(code.rawValue)", algs="ES256""#)
        }
        if let dpopNonce { response.headers.append(FieldName.dpopNonce, dpopNonce) }
        if let challenge { response.headers.append(FieldName.attestationChallenge, challenge) }
        return response
    }
}

/// Which token of a request is at fault.
enum RefusedToken: String {
    case dpop, attestation, proof
}

/// What an answer with an error says.
enum ReceivedError: Hashable {
    case code(EndpointErrorCode)
    /// A code that this endpoint does not have, or none at all.
    case unknown

    /// The error in an answer: in its body, and where the resource challenges, in `WWW-Authenticate` (RFC 6750 §3).
    init(_ response: IssuanceResponse, at endpoint: IssuanceEndpoint) {
        let name = Self.inBody(response) ?? Self.inChallenge(response)
        guard let name, let code = EndpointErrorCode(rawValue: name), code.endpoints.contains(endpoint) else {
            // RFC 6750 §3.1: a challenge without a code asks for a token.
            self = response.status == 401 && name == nil && endpoint.isResource ? .code(.invalidToken) : .unknown
            return
        }
        self = .code(code)
    }

    private static func inBody(_ response: IssuanceResponse) -> String? {
        guard response.mediaType == MediaType.json, response.body.count <= 16 * 1024,
            case .string(let name)? = try? JSONObject(parsing: response.body)["error"]
        else { return nil }
        return name
    }

    private static func inChallenge(_ response: IssuanceResponse) -> String? {
        for value in response.headers.values(FieldName.authenticate) where value.lowercased().hasPrefix("dpop ") {
            for part in value.dropFirst(5).split(separator: ",") {
                let sides = part.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\"" } }
                if sides.count == 2, sides[0].lowercased() == "error" { return sides[1] }
            }
        }
        return nil
    }
}

extension IssuanceEndpoint {
    /// Whether it takes an access token.
    var isResource: Bool { self == .credential || self == .notification }
}
