// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A measurement as text.
struct Report: Sendable {
    let load: Load
    let bare: Load
    let inProcess: InProcess
    let floor: Floor
    let sizes: Fleet.Sizes
    let connections: Int

    /// The minimum processor seconds for the protocol.
    private var floorTotal: Double { floor.total + bare.processorTime() }

    func table(title: String) -> String {
        let server = load.processorTime()
        let signatures = Double(Floor.verifications) * floor.verification
        let keys = Double(Floor.keyReadings) * floor.keyReading
        let http = server - inProcess.processorTime - bare.processorTime()
        let rest = inProcess.processorTime - floor.total - inProcess.parsing
        var lines = [
            "\(title): \(load.count) unlocks, \(connections) connections, TLS 1.3",
            row("throughput", decimal(load.throughput, 0), "unlocks/s"),
            row("latency p50", milliseconds(load.percentile(0.5)), "ms, one exchange"),
            row("latency p95", milliseconds(load.percentile(0.95)), "ms"),
            row("latency p99", milliseconds(load.percentile(0.99)), "ms"),
            row("server CPU per unlock", microseconds(server), "µs"),
        ]
        if load.processorTimes.count > 1 {
            lines.append(row("database CPU per unlock", microseconds(load.processorTime(of: 1)), "µs, all its processes"))
        }
        lines += [
            row("SQL statements per unlock", decimal(inProcess.statements, 2), ""),
            row("commits per unlock", decimal(inProcess.commits, 2), "transactions that write"),
            row("HSM calls per unlock", decimal(inProcess.operations, 2), "and \(decimal(inProcess.lookUps, 2)) look-ups of public keys"),
            "floor",
            row("P-256 verifications", microseconds(signatures), "µs = \(Floor.verifications) × \(microseconds(floor.verification))"),
            row("HSM: sign", microseconds(floor.signing), "µs"),
            row("HSM: AES open", microseconds(floor.opening), "µs"),
            row("HSM: HMAC", microseconds(floor.authentication), "µs"),
            row("a bare Hummingbird request", microseconds(bare.processorTime()), "µs"),
            row("floor", microseconds(floorTotal), "µs"),
            row("ratio: server CPU / floor", decimal(server / floorTotal, 2), "aim: at most 1.5"),
            "where the rest goes",
            row("in the provider's functions", microseconds(inProcess.processorTime - floor.total), "µs, of which"),
            row("  reading requests and tokens", microseconds(inProcess.parsing), "µs, \(microseconds(keys)) of it public keys"),
            row("  database, answers, the rest", microseconds(rest), "µs"),
            row("around them", microseconds(http), "µs: log, routing, TLS and tasks above the bare server's, waiting for disk and locks"),
            row("bodies", "", "\(sizes.request) → \(sizes.answer) bytes"),
            "",
        ]
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, _ value: String, _ unit: String) -> String {
        "  " + name.padding(toLength: 32, withPad: " ", startingAt: 0) + String(repeating: " ", count: max(0, 10 - value.count)) + value
            + " "
            + unit
    }

    private func decimal(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
    private func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1e3, 2) }
    private func microseconds(_ seconds: Double) -> String { decimal(seconds * 1e6, 1) }
}
