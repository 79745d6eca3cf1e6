// SPDX-License-Identifier: EUPL-1.2

import CoreMetrics
import Synchronization

/// The counters and timers of answered requests. Each pair is looked up in the registry once, at the first request with its labels.
final class RequestMetrics: Sendable {
    /// Routes, statuses and problems come from fixed lists, so the number of keys is limited.
    private struct Key: Hashable {
        let route: String
        let status: Int
        let problem: String?
    }

    private struct Handles {
        let count: Counter
        let duration: CoreMetrics.Timer
    }

    private let prefix: String
    private let factory: any MetricsFactory
    private let known = Mutex<[Key: Handles]>([:])

    init(_ prefix: String, _ factory: any MetricsFactory) {
        self.prefix = prefix
        self.factory = factory
    }

    func record(_ request: AnsweredRequest) {
        let key = Key(route: request.route, status: request.status, problem: request.problem)
        let handles = known.withLock { known in
            if let handles = known[key] { return handles }
            let handles = makeHandles(key)
            known[key] = handles
            return handles
        }
        handles.count.increment()
        handles.duration.recordNanoseconds(request.duration.nanoseconds)
    }

    private func makeHandles(_ key: Key) -> Handles {
        let labels = [("route", key.route), ("status", "\(key.status)"), ("problem", key.problem ?? "none")]
        return Handles(
            count: Counter(label: "\(prefix)_requests_total", dimensions: labels, factory: factory),
            duration: CoreMetrics.Timer(
                label: "\(prefix)_request_duration_seconds", dimensions: [("route", key.route)], factory: factory))
    }
}
