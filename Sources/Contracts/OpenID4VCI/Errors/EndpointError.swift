// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A refused request with the error code of its response (RFC 6749 §5.2, RFC 6750 §3, OpenID4VCI §8.3.1, §11.3).
public struct EndpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Maximum size in bytes of a body that is read for its error; a larger one has none.
    public static let maximumBodyBytes = 16 * 1024

    /// The error code of the response.
    public let code: EndpointErrorCode
    /// The broken rule, for developers; contains no part of the input. Logged, not sent.
    public let reason: String
    /// `error_description` of the response; nil for none.
    package let sentDescription: String?

    /// A refusal; `reason` contains no part of the input.
    public init(_ code: EndpointErrorCode, _ reason: String) {
        self.code = code
        self.reason = reason
        sentDescription = nil
    }

    /// Code and reason, for the log.
    public var description: String { "\(code.rawValue): \(reason)" }

    /// The error for a faulty token.
    package init(_ fault: TokenFault, of token: RefusedToken) {
        code =
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
        reason = "\(token.rawValue): \(fault.rawValue)"
        sentDescription = fault == .clock ? ClockRefusal.text : nil
    }

    /// Makes the HTTP response at an endpoint.
    ///
    /// - Parameters:
    ///   - dpopNonce: the next nonce; required with `use_dpop_nonce` (RFC 9449 §8).
    ///   - challenge: the next challenge; required with `use_attestation_challenge`.
    public func response(at endpoint: IssuanceEndpoint, dpopNonce: String? = nil, challenge: String? = nil) -> IssuanceResponse {
        let status = code.status(at: endpoint)
        var body: JSONObject = ["error": .string(code.rawValue)]
        body.append("error_description", ifAny: sentDescription.map(JSONValue.string))
        var response = IssuanceResponse(status: status, json: body.encode())
        if endpoint == .credential || endpoint == .notification, status == 401 || status == 403 {
            let description = sentDescription.map { #"error_description="\#($0)", "# } ?? ""
            response.headers.append(FieldName.authenticate, #"DPoP error="\#(code.rawValue)", \#(description)algs="ES256""#)
        }
        if let dpopNonce { response.headers.append(FieldName.dpopNonce, dpopNonce) }
        if let challenge { response.headers.append(FieldName.attestationChallenge, challenge) }
        return response
    }
}

/// The faulty token in a request.
package enum RefusedToken: String {
    case dpop, attestation, proof
}

/// The error in a response.
package enum ReceivedError: Hashable {
    case code(EndpointErrorCode)
    /// A code that is not defined for this endpoint, or no code.
    case unknown

    /// Reads the error from the body or, for a resource endpoint, from `WWW-Authenticate` (RFC 6750 §3).
    package init(_ response: IssuanceResponse, at endpoint: IssuanceEndpoint) {
        let name = Self.inBody(response) ?? Self.inChallenge(response)
        guard let name, let code = EndpointErrorCode(rawValue: name), code.endpoints.contains(endpoint) else {
            // RFC 6750 §3.1: a challenge without an error code requests a token.
            self = response.status == 401 && name == nil && endpoint.isResource ? .code(.invalidToken) : .unknown
            return
        }
        self = .code(code)
    }

    private static func inBody(_ response: IssuanceResponse) -> String? {
        guard response.mediaType == MediaType.json, response.body.count <= EndpointError.maximumBodyBytes,
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
    /// True if the endpoint requires an access token.
    package var isResource: Bool { self == .credential || self == .notification }
}
