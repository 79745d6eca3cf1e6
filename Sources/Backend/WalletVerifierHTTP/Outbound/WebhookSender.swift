// SPDX-License-Identifier: EUPL-1.2

package import Logging
package import WalletVerifier

/// Sends webhooks that are due. An attempt that fails is repeated by the desk's times, also by another server after a crash.
package struct WebhookSender: Sendable {
    private let desk: VerifierDesk
    private let client: OutboundHTTP
    private let metrics: VerifierMetrics
    private let logger: Logger
    private let clock: any Clock<Duration>

    /// The maximum number of webhooks that are sent at once.
    package static let batch = 16
    /// The maximum number of webhooks to one party at once. The next are sent when all of these have ended, so that a party whose server
    /// does not answer leaves the other places to others.
    package static let perParty = 4
    /// The pause between two looks for webhooks to other parties while some are under way.
    package static let pause = Duration.seconds(1)

    /// - Parameters:
    ///   - logger: receives a line for each failed attempt, with the party's name, without addresses.
    ///   - clock: measures the pauses.
    package init(
        desk: VerifierDesk, client: OutboundHTTP, metrics: VerifierMetrics, logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.desk = desk
        self.client = client
        self.metrics = metrics
        self.logger = logger
        self.clock = clock
    }

    /// Sends what is due until nothing is, and nothing is under way.
    package func sendDue() async {
        await withTaskGroup(of: String?.self) { group in
            // The number of webhooks under way to each party.
            var underWay: [String: Int] = [:]
            var isPausing = false
            while !Task.isCancelled {
                for delivery in await due(besides: underWay) {
                    underWay[delivery.party, default: 0] += 1
                    group.addTask {
                        await send(delivery)
                        return delivery.party
                    }
                }
                guard !underWay.isEmpty else { break }
                if !isPausing {
                    isPausing = true
                    group.addTask { [clock] in
                        try? await clock.sleep(for: Self.pause)
                        return nil
                    }
                }
                if let party = await group.next() ?? nil {
                    underWay[party] = underWay[party].flatMap { $0 > 1 ? $0 - 1 : nil }
                } else {
                    isPausing = false
                }
            }
            group.cancelAll()
        }
    }

    /// Claims webhooks for the free places; none if the store fails.
    private func due(besides underWay: [String: Int]) async -> [WebhookDelivery] {
        let free = Self.batch - underWay.values.reduce(0, +)
        guard free > 0 else { return [] }
        do throws(DeskError) {
            return try await desk.dueWebhooks(limit: free, perParty: Self.perParty, besides: Set(underWay.keys))
        } catch {
            logger.error("webhooks not read", metadata: ["error": "\(VerifierProblem(error).detail ?? "")"])
            return []
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
