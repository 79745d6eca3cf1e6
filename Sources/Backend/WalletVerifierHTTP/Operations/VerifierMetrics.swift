// SPDX-License-Identifier: EUPL-1.2

package import CoreMetrics
import ServerKit
package import WalletVerifier

/// The verifier's own metrics: sessions, refusals, webhooks, status lists.
///
/// Label values come from lists that are known beforehand, such as a refusal's code; never a party, a token, an address or received data.
package struct VerifierMetrics: Sendable {
    /// An event of a session.
    package enum Event: String, Sendable, CaseIterable {
        case created, fetched, answered, declined, cancelled
        case resultRead = "result_read"
        case expired
    }

    private let factory: any MetricsFactory
    private let handles: MetricHandles

    /// The help text of each family.
    package static let help = [
        "wallet_verifier_sessions_total": "What happened to sessions. Repetitions count again.",
        "wallet_verifier_refusals_total": "Requests that were refused, by the code of the refusal.",
        "wallet_verifier_webhooks_total": "Attempts to deliver a webhook, by outcome.",
        "wallet_verifier_status_lists_total": "Fetches of status lists, by outcome.",
        "wallet_verifier_open_sessions": "Sessions that wait for an answer.",
        "wallet_verifier_waiting_webhooks": "Webhooks that were not delivered yet.",
    ]

    /// Creates metrics with a factory.
    package init(_ factory: any MetricsFactory) {
        self.factory = factory
        handles = MetricHandles(factory)
        // The series exist from now on, so that Prometheus sees their first increase.
        for event in Event.allCases { counter(event).increment(by: 0) }
        for isGood in [true, false] {
            webhooks(isGood).increment(by: 0)
            statusLists(isGood).increment(by: 0)
        }
    }

    /// Counts an event.
    package func record(_ event: Event, count: Int = 1) { counter(event).increment(by: Int64(count)) }

    /// Counts a refusal.
    ///
    /// - Parameter code: of a fixed list.
    func recordRefusal(_ code: String) { handles.counter("wallet_verifier_refusals_total", [("code", code)]).increment() }

    /// Counts an attempt to deliver a webhook.
    func recordWebhook(isDelivered: Bool) { webhooks(isDelivered).increment() }

    /// Counts a fetch of a status list.
    func recordStatusList(isFetched: Bool) { statusLists(isFetched).increment() }

    /// Sets the gauges of the store.
    package func note(_ counts: SessionCounts) {
        Meter(label: "wallet_verifier_open_sessions", factory: factory).set(counts.open)
        Meter(label: "wallet_verifier_waiting_webhooks", factory: factory).set(counts.notes)
    }

    private func counter(_ event: Event) -> Counter { handles.counter("wallet_verifier_sessions_total", [("event", event.rawValue)]) }

    private func webhooks(_ isDelivered: Bool) -> Counter {
        handles.counter("wallet_verifier_webhooks_total", [("outcome", isDelivered ? "ok" : "failed")])
    }

    private func statusLists(_ isFetched: Bool) -> Counter {
        handles.counter("wallet_verifier_status_lists_total", [("outcome", isFetched ? "ok" : "failed")])
    }
}
