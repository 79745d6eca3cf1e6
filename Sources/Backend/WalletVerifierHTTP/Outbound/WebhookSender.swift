// SPDX-License-Identifier: EUPL-1.2

package import Logging
package import WalletVerifier

/// Sends webhooks that are due. An attempt that fails is repeated by the desk's times, also by another server after a crash.
package struct WebhookSender: Sendable {
    private let desk: VerifierDesk
    private let client: OutboundHTTP
    private let metrics: VerifierMetrics
    private let logger: Logger

    /// The maximum number of webhooks that are sent at once.
    package static let batch = 16

    /// - Parameter logger: receives a line for each failed attempt, with the party's name, without addresses.
    package init(desk: VerifierDesk, client: OutboundHTTP, metrics: VerifierMetrics, logger: Logger) {
        self.desk = desk
        self.client = client
        self.metrics = metrics
        self.logger = logger
    }

    /// Sends what is due until nothing is.
    package func sendDue() async {
        while !Task.isCancelled {
            let due: [WebhookDelivery]
            do throws(DeskError) {
                due = try await desk.dueWebhooks(limit: Self.batch)
            } catch {
                return logger.error("webhooks not read", metadata: ["error": "\(VerifierProblem(error).detail ?? "")"])
            }
            guard !due.isEmpty else { return }
            await withTaskGroup(of: Void.self) { group in
                for delivery in due { group.addTask { await send(delivery) } }
            }
        }
    }

    private func send(_ delivery: WebhookDelivery) async {
        let status: Int? = try? await client.post(delivery.url, headers: delivery.headers, body: delivery.body).status
        let isDelivered = status.map { (200...299).contains($0) } ?? false
        metrics.recordWebhook(isDelivered: isDelivered)
        if !isDelivered {
            logger.warning(
                "webhook not delivered",
                metadata: [
                    "party": "\(delivery.party)", "attempt": .stringConvertible(delivery.attempt),
                    "status": "\(status.map(String.init) ?? "none")",
                ])
        }
        do throws(DeskError) {
            try await desk.settle(delivery, isDelivered: isDelivered)
        } catch {
            // It becomes due again, so the party gets it twice.
            logger.error("webhook not settled", metadata: ["error": "\(VerifierProblem(error).detail ?? "")"])
        }
    }
}
