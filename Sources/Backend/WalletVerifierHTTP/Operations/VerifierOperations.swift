// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Logging
package import ServerKit
package import ServiceLifecycle
package import WalletVerifier

/// The operator's view of a verifier: health, metrics, and the work beside requests.
package struct VerifierOperations: Sendable {
    package let server: ServerOperations
    package let metrics: VerifierMetrics

    /// The maximum number of sessions that one sweep lets expire, and removes. Another follows at once if there were so many.
    package static let sweepLimit = 500
    /// The pause between two sweeps.
    package static let sweepPause = Duration.seconds(5)
    /// The pause between two looks for webhooks.
    package static let webhookPause = Duration.seconds(1)

    /// Operations of a verifier that has not started.
    ///
    /// - Parameter timeouts: limit the age of a part's last check.
    package init(timeouts: Timeouts, logger: Logger) {
        server = ServerOperations(
            "wallet_verifier", parts: ["database"], help: VerifierMetrics.help, timeouts: timeouts, logger: logger)
        metrics = VerifierMetrics(server.registry)
    }

    /// Makes the services beside the server: the database's check once a second, sweeps, and webhooks.
    package func upkeep(of desk: VerifierDesk, webhooks: WebhookSender) -> [any Service] {
        [
            server.probe("database") { try await desk.check() },
            RepeatedWork(every: Self.sweepPause) { await sweep(desk) },
            RepeatedWork(every: Self.webhookPause) { await webhooks.sendDue() },
        ]
    }

    private func sweep(_ desk: VerifierDesk) async {
        do throws(DeskError) {
            var report: SweepReport
            repeat {
                report = try await desk.sweep(limit: Self.sweepLimit)
                metrics.record(.expired, count: report.expired)
            } while max(report.expired, report.removed) == Self.sweepLimit && !Task.isCancelled
            metrics.note(try await desk.counts())
        } catch {
            server.logger.error("sweep failed", metadata: ["error": "\(VerifierProblem(error).detail ?? "")"])
        }
    }
}
