// SPDX-License-Identifier: EUPL-1.2

/// The reason why a wallet does not accept a request, with the member at fault. Only the first fault is reported.
///
/// Contains nothing that was received except positions in the query, so it may be logged and shown.
public struct RequestRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The broken rule.
    public let reason: Reason
    /// The member at fault by its name in the standard, such as `client_metadata.jwks`; nil if the fault is in no single member.
    public let member: String?

    /// - Parameter member: the member at fault; nil for the member that the reason is about. Never a part of the input.
    public init(_ reason: Reason, member: String? = nil) {
        self.reason = reason
        self.member = member ?? reason.standardMember
    }

    /// The code for the verifier; nil if there is none for this reason.
    public var errorCode: AuthorizationErrorCode? { reason.errorCode }

    /// True if certificate and signature hold, so that the verifier may be named.
    public var isVerifierKnown: Bool { reason.isVerifierKnown }

    /// True if the code may be sent, after the person has acted: the verifier is known and its `response_uri` is its own.
    public var isPosted: Bool { isVerifierKnown && errorCode != nil && reason != .responseURI && reason != .responseURIHost }

    /// Reason and member, fit for a log.
    public var description: String { member.map { "\(reason.rawValue) \($0)" } ?? reason.rawValue }
}

extension RequestRefusal.Reason {
    /// False for the faults that are found before the signature has been verified.
    fileprivate var isVerifierKnown: Bool {
        switch self {
        case .linkMalformed, .requestURI, .requestURIMethod, .clientIDPrefix, .requestUnavailable, .requestMediaType, .requestTooLarge,
            .requestMalformed, .requestType, .requestAlgorithm, .requestHeader, .certificateChain, .certificateSelfSigned, .clientIDHash,
            .clientIDName, .requestSignature, .clientIDMismatch, .wrongSession:
            false
        case .responseURI, .responseURIHost, .audience, .walletNonce, .expired, .notYetValid, .redirectURI, .responseMode, .nonce, .state,
            .responseType, .noQuery, .queryAndScope, .oldQuery, .scope, .transactionData, .clientMetadata, .encryptionKey,
            .encryptionMethod, .formats, .queryMalformed, .queryTooLarge:
            true
        }
    }

    fileprivate var errorCode: AuthorizationErrorCode? {
        switch self {
        case .linkMalformed, .requestURI, .requestUnavailable, .requestMediaType, .requestTooLarge, .requestMalformed, .requestType,
            .requestAlgorithm, .requestHeader, .certificateChain, .certificateSelfSigned, .requestSignature, .clientIDMismatch,
            .wrongSession:
            nil
        case .requestURIMethod: .invalidRequestURIMethod
        case .responseType: .unsupportedResponseType
        case .scope: .invalidScope
        case .transactionData: .invalidTransactionData
        case .formats: .vpFormatsNotSupported
        case .clientIDPrefix, .clientIDHash, .clientIDName, .responseURI, .responseURIHost, .audience, .walletNonce, .expired,
            .notYetValid, .redirectURI, .responseMode, .nonce, .state, .noQuery, .queryAndScope, .oldQuery, .clientMetadata,
            .encryptionKey, .encryptionMethod, .queryMalformed, .queryTooLarge:
            .invalidRequest
        }
    }

    /// The member that the reason is about; nil if it is about none or about one of several.
    fileprivate var standardMember: String? {
        switch self {
        case .requestUnavailable, .requestMediaType, .requestTooLarge, .requestMalformed, .requestHeader, .notYetValid: nil
        case .linkMalformed: "link"
        case .requestURI, .wrongSession: "request_uri"
        case .requestURIMethod: "request_uri_method"
        case .clientIDPrefix, .clientIDHash, .clientIDName, .clientIDMismatch: "client_id"
        case .requestType: "typ"
        case .requestAlgorithm: "alg"
        case .certificateChain, .certificateSelfSigned: "x5c"
        case .requestSignature: "signature"
        case .responseURI, .responseURIHost: "response_uri"
        case .audience: "aud"
        case .walletNonce: "wallet_nonce"
        case .expired: "exp"
        case .redirectURI: "redirect_uri"
        case .responseMode: "response_mode"
        case .nonce: "nonce"
        case .state: "state"
        case .responseType: "response_type"
        case .noQuery, .queryAndScope, .oldQuery, .queryMalformed, .queryTooLarge: "dcql_query"
        case .scope: "scope"
        case .transactionData: "transaction_data"
        case .clientMetadata: "client_metadata"
        case .encryptionKey: "client_metadata.jwks"
        case .encryptionMethod: "client_metadata.encrypted_response_enc_values_supported"
        case .formats: "client_metadata.vp_formats_supported"
        }
    }
}
