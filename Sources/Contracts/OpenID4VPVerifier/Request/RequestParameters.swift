// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import OpenID4VP

/// The members of a party's body that are parameters of a request (OpenID4VP 1.0 §5), or unknown.
enum RequestParameters {
    /// The members that are read elsewhere.
    private static let read = ["dcql_query", "return_url", "use", "evidence"]
    /// Parameters that the verifier writes itself, or that no request of it has. A fault may name them; other names it may not.
    private static let written: Set<String> = [
        "client_id", "client_metadata_uri", "response_uri", "nonce", "state", "aud", "iss", "iat", "nbf", "exp", "jti", "wallet_nonce",
        "verifier_info", "verifier_attestations", "request", "request_uri", "request_uri_method", "expected_origins", "id_token_type",
    ]

    /// The faults of all members but those of the body, each once, in the order of the members; last, that there is no query.
    static func faults(of body: JSONObject) -> [RequestFault] {
        var faults: [RequestFault] = []
        for (name, value) in body.members where !read.contains(where: { $0.isExactly(name) }) {
            if let fault = fault(of: name, value, in: body), !faults.contains(fault) { faults.append(fault) }
        }
        let others = ["scope", "presentation_definition", "presentation_definition_uri"]
        if !body.has("dcql_query"), !others.contains(where: { body.has($0) }) {
            faults.append(RequestFault(RequestRefusal(.noQuery)))
        }
        return faults
    }

    private static func fault(of name: String, _ value: JSONValue, in body: JSONObject) -> RequestFault? {
        switch name {
        case "presentation_definition", "presentation_definition_uri": RequestFault(.refused(.oldQuery), member: name)
        case "scope": RequestFault(RequestRefusal(body.has("dcql_query") ? .queryAndScope : .scope, member: "scope"))
        case "response_mode":
            switch value {
            case "direct_post.jwt": nil
            case "direct_post": RequestFault(.notEncrypted, member: name)
            default: RequestFault(RequestRefusal(.responseMode))
            }
        case "response_type": value == "vp_token" ? nil : RequestFault(RequestRefusal(.responseType))
        case "client_metadata": metadataFault(value)
        case "transaction_data": RequestFault(RequestRefusal(.transactionData))
        case "redirect_uri": RequestFault(RequestRefusal(.redirectURI))
        default: RequestFault(.unknownMember, member: written.contains(name) ? name : "request")
        }
    }

    /// Metadata without a key would give an answer that is not encrypted; with a key, an answer that the verifier could not open.
    private static func metadataFault(_ value: JSONValue) -> RequestFault {
        guard case .object(let metadata) = value, case .object(let set)? = metadata["jwks"], case .array(let keys)? = set["keys"],
            !keys.isEmpty
        else { return RequestFault(.noClientMetadata, member: "client_metadata") }
        return RequestFault(.refused(.clientMetadata), member: "client_metadata.jwks")
    }
}
