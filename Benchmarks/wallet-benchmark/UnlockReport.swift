// SPDX-License-Identifier: EUPL-1.2

/// The measurement of an installation as text.
struct UnlockReport: Sendable {
    let result: UnlockResult
    let title: String

    private var rounds: [UnlockRound] { result.rounds }

    /// - Throws: `BenchmarkError` if the parts of the server's time are not the whole.
    func text() throws -> String {
        var lines = [
            "\(title): \(rounds.count) rounds of \(first.count) unlocks, \(result.connections) connections, TLS 1.3, known wallets; medians"
        ]
        lines += load + halfLoad + commits + ["floor"] + floor
        if let whereItGoes = result.whereItGoes { lines += try whereItGoes.lines() }
        return (lines + [""]).joined(separator: "\n")
    }

    private var load: [String] {
        let (inProcess, sizes) = (result.inProcess, result.sizes)
        var lines = [
            line("throughput", ReportLine.decimal(rounds.median { $0.unlocks.throughput }, 0), "unlocks/s"),
            line("latency p50", milliseconds { $0.unlocks.percentile(0.5) }, "ms, one exchange"),
            line("latency p95", milliseconds { $0.unlocks.percentile(0.95) }, "ms"),
            line("latency p99", milliseconds { $0.unlocks.percentile(0.99) }, "ms"),
            line("server CPU per unlock", microseconds { $0.server }, "µs, of which"),
            line("  in the kernel", microseconds { $0.unlocks.processorTime().system }, "µs"),
        ]
        if first.processorTimes.count > 1 {
            lines.append(line("database CPU per unlock", microseconds { $0.unlocks.processorTime(of: 1).total }, "µs, all its processes"))
        }
        lines += [
            line("the benchmark's own CPU per unlock", microseconds { $0.unlocks.clientTime / Double($0.unlocks.count) }, "µs"),
            line("the same without HTTP", ReportLine.microseconds(inProcess.processorTime), "µs, the provider in the benchmark's process"),
            line("SQL statements per unlock", ReportLine.decimal(inProcess.statements)),
            line("commits per unlock", ReportLine.decimal(inProcess.commits), "transactions that write"),
            line(
                "HSM calls per unlock", ReportLine.decimal(inProcess.operations),
                "and \(ReportLine.decimal(inProcess.lookUps)) look-ups of public keys"),
            line("bodies", "\(sizes.request)", "→ \(sizes.answer) bytes"),
        ]
        return lines
    }

    private var halfLoad: [String] {
        func median(_ value: (HalfLoad) -> Double) -> Double { Spread(result.halfLoads.map(value)).median }
        return [
            line("median without load", ReportLine.milliseconds(median(\.idleMedian)), "ms, one connection"),
            line(
                "p99 at half load", ReportLine.milliseconds(median(\.percentile99)),
                "ms since due, \(ReportLine.decimal(median(\.rate), 0)) unlocks/s; sent late, p99: "
                    + "\(ReportLine.milliseconds(median(\.late99)))"),
        ]
    }

    /// The commits of `pgbench`, which the same processors and disk make.
    private var commits: [String] {
        let rates = rounds.compactMap(\.commits)
        let logBytes = rounds.compactMap(\.logBytes)
        guard !rates.isEmpty, !logBytes.isEmpty else { return [] }
        return [
            "pgbench: the reservation alone, \(result.connections) connections",
            line("commits", ReportLine.decimal(Spread(rates.map(\.commitsPerSecond)).median, 0), "commits/s"),
            line("database CPU per commit", ReportLine.microseconds(Spread(rates.map(\.databaseTime)).median), "µs, all its processes"),
            line(
                "write-ahead log per commit", ReportLine.decimal(Spread(rates.map(\.logBytes)).median, 0),
                "bytes; an unlock with its outcome: \(ReportLine.decimal(Spread(logBytes).median, 0))"),
        ]
    }

    private var floor: [String] {
        let verification = microseconds { $0.floor.verification }
        return [
            line(
                "P-256 verifications", microseconds { Double(Floor.verifications) * $0.floor.verification },
                "µs = \(Floor.verifications) × \(verification)"),
            line("HSM: sign", microseconds { $0.floor.signing }, "µs"),
            line("HSM: AES open and HMAC", microseconds { $0.floor.opening }, "µs, one call"),
            line("a bare Hummingbird request", microseconds { $0.exchange }, "µs"),
            line("floor", microseconds { $0.ownFloor }, "µs"),
            line(
                "floor of protocol 1", microseconds { $0.formerFloor },
                "µs: \(Floor.formerVerifications) verifications, \(Floor.formerExchanges) bare requests"),
        ]
    }

    private var first: Load { rounds[0].unlocks }

    private func milliseconds(_ value: (UnlockRound) -> Double) -> String { ReportLine.milliseconds(rounds.median(value)) }
    private func microseconds(_ value: (UnlockRound) -> Double) -> String { ReportLine.microseconds(rounds.median(value)) }
    private func line(_ name: String, _ value: String, _ note: String = "") -> String { ReportLine.text(name, value, note) }
}
