// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import OAuthMessages
import ServerKit
import WalletVerifier

/// An operation of the verifier's API description.
struct DescribedEndpoint {
    let endpoint: VerifierEndpoint
    let method: HTTPRequest.Method
    let name: String
    let summary: String
    /// The schema of the body; nil without a body.
    var request: String?
    /// The media type of the body.
    var requestType = "application/json"
    var needsBody = true
    let status: Int
    /// The schema of the answer; nil without a body.
    var answer: String?
    /// The media type of the answer.
    var answerType = "application/json"
    /// True if it may also answer 303, with `Location`.
    var mayRedirect = false
    /// The parameters of the query, and whether each is needed.
    var query: [(name: String, isRequired: Bool)] = []
    /// The codes with which it may refuse.
    let codes: [String]

    /// True if it takes a party's API key.
    var isForParties: Bool { endpoint == .sessions || endpoint == .session || endpoint == .result }

    private static let always = ["too_many_requests", "unexpected", "unavailable"]

    /// All operations, for parties, browsers, wallets and developers.
    static var all: [DescribedEndpoint] { parties + browsers + wallets + documents }

    private static let parties: [DescribedEndpoint] = [
        DescribedEndpoint(
            endpoint: .sessions, method: .post, name: "create_session", summary: "Creates a session and its page.",
            request: "RequestBody", status: 201, answer: "CreatedSession",
            codes: ["unauthorized", "media_type", "malformed_request", "too_large", "request_faults", "too_many_open"] + always),
        DescribedEndpoint(
            endpoint: .session, method: .get, name: "session", summary: "The state of a session.", status: 200, answer: "SessionReport",
            codes: ["unauthorized", "not_found"] + always),
        DescribedEndpoint(
            endpoint: .session, method: .delete, name: "cancel_session", summary: "Cancels an open session.", status: 204,
            codes: ["unauthorized", "not_found", "ended", "busy"] + always),
        DescribedEndpoint(
            endpoint: .result, method: .post, name: "result", summary: "The result, once.", request: "ResultRequest", needsBody: false,
            status: 200, answer: "Result",
            codes: [
                "unauthorized", "media_type", "malformed_request", "too_large", "not_found", "not_answered", "ended",
                "response_code_missing", "response_code_wrong", "result_taken", "busy",
            ] + always),
    ]

    private static let browsers: [DescribedEndpoint] = [
        DescribedEndpoint(
            endpoint: .page, method: .get, name: "page", summary: "The page with link and QR code; after an answer 303 to return_url.",
            status: 200, answer: "Page", answerType: "text/html", mayRedirect: true, query: [("lang", false)],
            codes: ["not_found", "other_browser", "busy"] + always),
        DescribedEndpoint(
            endpoint: .status, method: .get, name: "page_status", summary: "What the page's script asks every two seconds.", status: 200,
            answer: "PageStatus", query: [("lang", false)], codes: ["not_found", "other_browser", "busy"] + always),
        DescribedEndpoint(
            endpoint: .done, method: .get, name: "page_done", summary: "Where the wallet opens the browser without return_url.",
            status: 303,
            query: [("response_code", true), ("lang", false)],
            codes: ["malformed_request", "not_found", "other_browser", "not_answered", "response_code_wrong", "busy"] + always),
        DescribedEndpoint(
            endpoint: .code, method: .get, name: "page_code", summary: "The QR code of the page, which names its address.", status: 200,
            answer: "Picture", answerType: QRCode.mediaType, query: [("e", true)],
            codes: ["malformed_request", "not_found", "session_type", "link_forged", "link_expired", "ended"] + always),
    ]

    private static let requestCodes = [
        "not_found", "session_type", "link_forged", "link_expired", "wallet_nonce", "fetched_by_other", "ended", "busy",
    ]
    private static let requestQuery = [(name: "session_type", isRequired: true), (name: "e", isRequired: true)]

    private static let wallets: [DescribedEndpoint] = [
        DescribedEndpoint(
            endpoint: .request, method: .get, name: "request", summary: "The signed request (OpenID4VP 1.0 §5.10).", status: 200,
            answer: "SignedRequest", answerType: VerifierRoutes.requestMediaType, query: requestQuery, codes: requestCodes + always),
        DescribedEndpoint(
            endpoint: .request, method: .post, name: "request_with_nonce", summary: "The signed request with the wallet's nonce.",
            request: "RequestForm", requestType: FormParameters.mediaType, status: 200, answer: "SignedRequest",
            answerType: VerifierRoutes.requestMediaType, query: requestQuery,
            codes: requestCodes + ["media_type", "malformed_request", "too_large"] + always),
        DescribedEndpoint(
            endpoint: .response, method: .post, name: "response", summary: "Takes the encrypted answer (OpenID4VP 1.0 §8.3.1).",
            request: "AnswerForm", requestType: FormParameters.mediaType, status: 200, answer: "AnswerReply",
            codes: [
                "media_type", "too_large", "malformed_request", "not_found", "not_fetched", "answer", "answered_before",
                "credential_revoked", "status_unknown", "ended", "busy",
            ] + always),
    ]

    private static let documents: [DescribedEndpoint] = [
        DescribedEndpoint(
            endpoint: .description, method: .get, name: "openapi", summary: "This description.", status: 200, answer: "Description",
            codes: ["too_many_requests", "unexpected"])
    ]
}
