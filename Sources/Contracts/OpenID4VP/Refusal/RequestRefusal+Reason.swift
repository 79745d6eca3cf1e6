// SPDX-License-Identifier: EUPL-1.2

extension RequestRefusal {
    /// The rules that a request can break, in the order in which they are checked.
    @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
        // MARK: The link

        /// Not a link with `client_id`, or too long.
        case linkMalformed = "link_malformed"
        /// `request_uri` is missing or not an https address.
        case requestURI = "request_uri"
        /// `request_uri_method` is neither `get` nor `post`.
        case requestURIMethod = "request_uri_method"
        /// `client_id` is neither `x509_hash:` with a hash nor `x509_san_dns:` with a host name.
        case clientIDPrefix = "client_id_prefix"
        /// A link for the same device came as a QR code, or the reverse.
        case wrongSession = "wrong_session"

        // MARK: The answer of request_uri

        /// The status is not 200.
        case requestUnavailable = "request_unavailable"
        /// Not `application/oauth-authz-req+jwt`.
        case requestMediaType = "request_media_type"
        /// More than ``SignedRequest/maximumBytes``.
        case requestTooLarge = "request_too_large"
        /// Not a compact JWS with a strict JSON object.
        case requestMalformed = "request_malformed"
        /// `typ` is not `oauth-authz-req+jwt`.
        case requestType = "request_type"
        /// `alg` is not ES256.
        case requestAlgorithm = "request_algorithm"
        /// A header member that carries a key or changes the meaning of the object.
        case requestHeader = "request_header"

        // MARK: The verifier

        /// `x5c` is missing, does not lead to a root for access certificates, or contains the root (HAIP 1.0 §5).
        case certificateChain = "certificate_chain"
        /// The verifier's certificate is self-signed (HAIP 1.0 §5).
        case certificateSelfSigned = "certificate_self_signed"
        /// `client_id` is not the hash of the certificate.
        case clientIDHash = "client_id_hash"
        /// `client_id` is not a dNSName of the certificate.
        case clientIDName = "client_id_name"
        /// The certificate's key did not sign the request.
        case requestSignature = "request_signature"
        /// `client_id` differs from the link's.
        case clientIDMismatch = "client_id_mismatch"

        // MARK: The request of a known verifier

        /// `response_uri` is missing or not an https address.
        case responseURI = "response_uri"
        /// The host of `response_uri` is not the verifier's.
        case responseURIHost = "response_uri_host"
        /// `aud` is not, and does not contain, `https://self-issued.me/v2`.
        case audience
        /// `wallet_nonce` is not the one that was sent.
        case walletNonce = "wallet_nonce"
        /// `exp` has passed or is no time.
        case expired
        /// `nbf` or `iat` lies ahead or is no time.
        case notYetValid = "not_yet_valid"
        /// `redirect_uri` is present, which `direct_post.jwt` forbids.
        case redirectURI = "redirect_uri"
        /// `response_mode` is not `direct_post.jwt`: the answer would not be encrypted.
        case responseMode = "response_mode"
        /// `nonce` is missing, too short, too long, or has other characters than allowed.
        case nonce
        /// `state` is too long or has other characters than allowed, or is missing in a request without holder binding.
        case state
        /// `response_type` is not `vp_token`.
        case responseType = "response_type"
        /// Neither `dcql_query` nor `scope`.
        case noQuery = "no_query"
        /// Both `dcql_query` and `scope`.
        case queryAndScope = "query_and_scope"
        /// `presentation_definition`, the query language of drafts.
        case oldQuery = "old_query"
        /// A `scope`; the wallet knows none.
        case scope
        /// `transaction_data`; the wallet knows no type.
        case transactionData = "transaction_data"
        /// `client_metadata` is missing or malformed.
        case clientMetadata = "client_metadata"
        /// `client_metadata.jwks` has no key to which the answer can be encrypted.
        case encryptionKey = "encryption_key"
        /// The verifier lists content encryption, and none that the wallet has.
        case encryptionMethod = "encryption_method"
        /// The query is not a DCQL query.
        case queryMalformed = "query_malformed"
        /// The query is above a limit.
        case queryTooLarge = "query_too_large"
        /// No credential that is asked for can be presented in a format and with algorithms that the verifier supports.
        case formats
    }
}
