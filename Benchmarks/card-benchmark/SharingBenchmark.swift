// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Crypto
import Foundation
import OpenID4VPWallet

/// `card-benchmark sharing`: times both sides of an answer, compared with the signatures and key agreements that it cannot do without,
/// the matching of a query with many cards, and the reading of many cards for it.
struct SharingBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sharing", abstract: "Make and verify answers in both formats, match queries with 1,000 cards, and read them.")

    @Option(help: "Number of executions of each operation; the first tenth is not counted.")
    var count = 2000

    @Option(help: "Only rows whose name contains this text; for a profiler.")
    var only = ""

    func validate() throws {
        guard count >= 10 else { throw ValidationError("at least ten times") }
    }

    /// A measured operation, with the signatures and key agreements that it needs.
    private struct Row {
        let name: String
        var made = 0
        var verified = 0
        /// Key agreements with a fresh key, and with a kept one.
        var sealed = 0
        var opened = 0
        let work: () async throws -> Void
    }

    /// The time of one bare operation each, in seconds.
    private struct Bare {
        let made, verified, sealed, opened: Double

        func signatures(_ row: Row) -> Double { Double(row.made) * made + Double(row.verified) * verified }
        func all(_ row: Row) -> Double { signatures(row) + Double(row.sealed) * sealed + Double(row.opened) * opened }
    }

    func run() async throws {
        let now = Date()
        let bare = try await self.bare()
        print("processor time, \(count) times each; a signature is P-256 over 1 KiB, as those of the rows")
        for (name, time) in [
            ("bare signature made", bare.made), ("bare signature verified", bare.verified), ("bare key agreement, fresh key", bare.sealed),
            ("bare key agreement, kept key", bare.opened),
        ] { print(Self.line(name, time)) }
        for row in try await rows(now) where only.isEmpty || row.name.contains(only) {
            let time = try await processorTime(count, row.work)
            var line = Self.line(row.name, time)
            line += String(format: "   %d bare signatures   %4.2f of their rate", row.made + row.verified, bare.signatures(row) / time)
            line += String(format: "   with key agreement %4.2f", bare.all(row) / time)
            print(line)
        }
        try await ManyCards(count: max(10, count / 40), only: only).run()
        try await BigSharing(count: max(10, count / 100), only: only).run()
    }

    private func bare() async throws -> Bare {
        let key = P256.Signing.PrivateKey()
        let message = randomBytes(1024)
        let signature = try key.signature(for: message)
        let (kept, other) = (P256.KeyAgreement.PrivateKey(), P256.KeyAgreement.PrivateKey().publicKey)
        return Bare(
            made: try await processorTime(count) { _ = try key.signature(for: message) },
            verified: try await processorTime(count) {
                guard key.publicKey.isValidSignature(signature, for: message) else { throw BenchmarkError("not valid") }
            },
            sealed: try await processorTime(count) {
                _ = try P256.KeyAgreement.PrivateKey().sharedSecretFromKeyAgreement(with: other)
            },
            opened: try await processorTime(count) { _ = try kept.sharedSecretFromKeyAgreement(with: other) })
    }

    private func rows(_ now: Date) async throws -> [Row] {
        var rows: [Row] = []
        for formats in [Sharing.Formats.sdJWT, .mdoc, .both] {
            let sharing = try await Sharing(formats, now: now)
            let received = try await sharing.received()
            let form = try sharing.answered(received)
            // More certificate chains than are remembered, so that each is verified in full, for each format on its own.
            var strangers: [(sharing: Sharing, form: [UInt8])] = []
            for _ in 0..<40 {
                let stranger = try await Sharing(formats, now: now)
                strangers.append((stranger, try await stranger.answered(stranger.received())))
            }
            let others = strangers
            var turn = 0
            let (name, cards) = (formats.rawValue, formats == .both ? 2 : 1)
            if formats == .both {
                rows.append(Row(name: "request read", verified: 1) { _ = try await sharing.received() })
            }
            // The wallet verifies each signature before it sends anything.
            rows.append(
                Row(name: "\(name) answer made", made: cards, verified: cards, sealed: 1) { _ = try sharing.answered(received) })
            rows.append(
                Row(name: "\(name) answer verified, known", verified: 2 * cards, opened: 1) { try await sharing.verify(form) })
            rows.append(
                Row(name: "\(name) answer verified, chain", verified: 3 * cards, opened: 1) {
                    turn = (turn + 1) % others.count
                    try await others[turn].sharing.verify(others[turn].form)
                })
        }
        return rows
    }

    private static func line(_ name: String, _ time: Double) -> String {
        "  " + name.padding(toLength: 36, withPad: " ", startingAt: 0) + String(format: "%8.1f µs  %8.0f/s", time * 1e6, 1 / time)
    }
}
