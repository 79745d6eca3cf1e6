// SPDX-License-Identifier: EUPL-1.2

/// The codes with which a wallet answers a request that it does not fulfil (OpenID4VP 1.0 §8.5, RFC 6749 §4.1.2.1).
@nonexhaustive public enum AuthorizationErrorCode: String, Sendable, Hashable, CaseIterable {
    /// The person stopped, has no such data, or was not authenticated. One code for all: a verifier cannot tell them apart.
    case accessDenied = "access_denied"
    /// The request is malformed or breaks a rule without a code of its own.
    case invalidRequest = "invalid_request"
    /// Metadata of the verifier where none may be.
    case invalidClient = "invalid_client"
    /// A scope that the wallet does not know.
    case invalidScope = "invalid_scope"
    /// The wallet has none of the formats and algorithms that the verifier supports.
    case vpFormatsNotSupported = "vp_formats_not_supported"
    /// `response_type` is not `vp_token`.
    case unsupportedResponseType = "unsupported_response_type"
    /// `request_uri_method` is neither `get` nor `post`.
    case invalidRequestURIMethod = "invalid_request_uri_method"
    /// Transaction data of an unknown type.
    case invalidTransactionData = "invalid_transaction_data"
    /// No wallet is installed. Sent by pages in the place of a wallet, never by a wallet.
    case walletUnavailable = "wallet_unavailable"
}
