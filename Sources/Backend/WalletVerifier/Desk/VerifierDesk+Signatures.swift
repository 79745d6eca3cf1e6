// SPDX-License-Identifier: EUPL-1.2

package import OpenID4VP
package import OpenID4VPVerifier

// The signatures; their bodies follow in files of their own.
extension VerifierDesk {
    /// The party whose API key this is; nil for an unknown key.
    package func party(apiKey: String) -> Party? { fatalError() }

    /// Creates a session. A request that a wallet would refuse, or warn its user of, is refused with every fault.
    package func create(_ body: RequestBody, for party: Party) async throws(DeskError) -> CreatedSession { fatalError() }
    /// The state of a party's session.
    package func report(on id: String, for party: Party) async throws(DeskError) -> SessionReport { fatalError() }
    /// The result, once. `resultTaken` afterwards.
    package func result(of id: String, responseCode: String?, for party: Party) async throws(DeskError) -> SessionResult { fatalError() }
    /// Cancels an open session. Idempotent for a cancelled one; `ended` for one that ended otherwise.
    package func cancel(_ id: String, for party: Party) async throws(DeskError) { fatalError() }

    /// A fresh value for the browser's cookie, 43 characters.
    package func newBrowser() -> String { fatalError() }
    /// The page. The first browser that opens it is the session's; every other is refused with `otherBrowser`.
    ///
    /// - Parameter browser: the cookie's value, or the one that is set with the answer to this request.
    package func page(_ pageToken: String, browser: String) async throws(DeskError) -> PageView { fatalError() }
    /// The browser came back from the wallet to the verifier's own page (`/s/{page token}/done?response_code=…`, without a `return_url`).
    package func arrive(_ pageToken: String, browser: String?, responseCode: String) async throws(DeskError) -> PageView { fatalError() }

    /// The signed request for a wallet, a compact JWS.
    ///
    /// - Parameters:
    ///   - sessionType: `session_type` of the query; nil if absent.
    ///   - ephemeral: `e` of the query; nil if absent.
    ///   - walletNonce: `wallet_nonce` of the form; nil for GET or without one.
    package func request(
        _ walletToken: String, sessionType: String?, ephemeral: String?, walletNonce: String?
    ) async throws(DeskError) -> String { fatalError() }
    /// Takes an answer. The same bytes get the same reply again; of different answers, one is accepted.
    ///
    /// - Parameter body: the form, at most `AnswerForm.maximumBytes`.
    package func answer(_ walletToken: String, body: [UInt8]) async throws(DeskError) -> AnswerReply { fatalError() }

    /// Lets sessions expire and removes ended ones. Called every some seconds.
    ///
    /// - Parameter limit: maximum number of each.
    package func sweep(limit: Int) async throws(DeskError) -> SweepReport { fatalError() }
    /// Claims webhooks to send now; ``settle(_:isDelivered:)`` must follow for each.
    package func dueWebhooks(limit: Int) async throws(DeskError) -> [WebhookDelivery] { fatalError() }
    /// Notes the outcome of an attempt: 2xx counts as delivered. Otherwise it is tried again, after a growing pause, for a day.
    package func settle(_ delivery: WebhookDelivery, isDelivered: Bool) async throws(DeskError) { fatalError() }
    /// The numbers for metrics.
    package func counts() async throws(DeskError) -> SessionCounts { fatalError() }
    /// The readiness check.
    package func check() async throws(DeskError) { fatalError() }
}
