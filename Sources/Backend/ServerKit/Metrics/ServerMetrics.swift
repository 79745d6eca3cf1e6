// SPDX-License-Identifier: EUPL-1.2

import BuildInfo
package import CoreMetrics

/// The metrics that every server has: build, requests, faults, connections, the parts behind the server, its certificate.
///
/// Label values come from lists that are known beforehand: a route, a status, a reason; never an address or received data.
///
/// - SeeAlso: threats-and-faults.md, T-S6.
package struct ServerMetrics: Sendable {
    private let prefix: String
    private let factory: any MetricsFactory
    private let handles: MetricHandles
    private let requests: RequestMetrics
    private let faults: Counter

    /// Metrics that a factory keeps.
    ///
    /// - Parameter prefix: of all names, such as `wallet_provider`.
    package init(_ prefix: String, _ factory: any MetricsFactory) {
        self.prefix = prefix
        self.factory = factory
        handles = MetricHandles(factory)
        requests = RequestMetrics(prefix, factory)
        // Its own series, because Prometheus sees no increase in a series of `requests_total` that begins with the first fault.
        faults = Counter(label: "\(prefix)_faults_total", factory: factory)
        // Present from the start, so that the first increase is visible as an increase.
        for reason in ConnectionCut.allCases { count(reason, 0) }
        let build = [
            ("version", BuildInfo.version), ("commit", BuildInfo.commit ?? "not recorded"), ("configuration", BuildInfo.configuration),
        ]
        Meter(label: "\(prefix)_build_info", dimensions: build, factory: factory).set(1)
    }

    /// The help text of each family.
    package static func help(_ prefix: String) -> [String: String] {
        [
            "\(prefix)_build_info": "1, with version and commit of the program as labels.",
            "\(prefix)_requests_total": "Requests that were answered.",
            "\(prefix)_faults_total": "Requests that were answered 500, which are defects of the program.",
            "\(prefix)_request_duration_seconds": "From a request's header until its answer is ready.",
            "\(prefix)_connections": "Connections that are open.",
            "\(prefix)_connections_cut_total": "Connections that the server ended, by reason.",
            "\(prefix)_part_up": "1 while a part behind the server answers, else 0.",
            "\(prefix)_tls_certificate_expiry_seconds": "When the server's certificate ends, in seconds since 1970.",
        ]
    }

    /// Counts an answered request.
    package func record(_ request: AnsweredRequest) {
        requests.record(request)
        if request.status == 500 { faults.increment() }
    }

    /// Counts an event of a connection.
    package func record(_ event: ConnectionEvent) {
        switch event {
        case .opened: Meter(label: "\(prefix)_connections", factory: factory).increment(by: 1)
        case .closed: Meter(label: "\(prefix)_connections", factory: factory).decrement(by: 1)
        case .cut(let reason): count(reason, 1)
        }
    }

    /// Notes whether a part answers.
    package func note(_ part: String, isUp: Bool) {
        Meter(label: "\(prefix)_part_up", dimensions: [("part", part)], factory: factory).set(isUp ? 1 : 0)
    }

    /// Notes when the server's certificate ends.
    package func noteCertificateExpiry(secondsSince1970: Int64) {
        Meter(label: "\(prefix)_tls_certificate_expiry_seconds", factory: factory).set(secondsSince1970)
    }

    private func count(_ reason: ConnectionCut, _ amount: Int64) {
        handles.counter("\(prefix)_connections_cut_total", [("reason", reason.rawValue)]).increment(by: amount)
    }
}
