// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import COSE
import Crypto
import Foundation
import JOSE
import MDoc
import SDJWT

/// `card-benchmark formats`: times issuing and verifying SD-JWTs and mdocs, compared with their bare signatures and with Python.
struct FormatBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "formats", abstract: "Issue and verify PIDs in both formats.")

    @Option(help: "The directory that `documents` wrote and formats.py put its times into; without it no times of Python.")
    var documents: String?

    @Option(help: "Number of executions of each operation; the first tenth is not counted.")
    var count = 4000

    @Option(help: "Only rows whose name contains this text; for a profiler.")
    var only = ""

    func validate() throws {
        guard count >= 10 else { throw ValidationError("at least ten times") }
    }

    /// A measured operation, with the number of signatures that it needs.
    private struct Row {
        let name: String
        var made = 0
        var verified = 0
        let work: () async throws -> Void
    }

    func run() async throws {
        let python = try documents.map(Self.python) ?? [:]
        let samples = try Documents(now: Date())
        let (token, issued) = (try await samples.sdJWT(), try await samples.mdoc())
        let signing = try await processorTime(count) { _ = try samples.authority.signerKey.signature(for: token.issuerSigned.signingInput) }
        let key = samples.authority.signerKey.publicKey
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: token.issuerSigned.signature)
        let verifying = try await processorTime(count) {
            guard key.isValidSignature(signature, for: token.issuerSigned.signingInput) else { throw BenchmarkError("not valid") }
        }
        print(
            "processor time, \(count) times each; the bare signature is P-256 over the SD-JWT's \(token.issuerSigned.signingInput.count) bytes"
        )
        print(Self.line("bare signature made", signing) + "\n" + Self.line("bare signature verified", verifying))
        for row in try await rows(samples, token, issued) where only.isEmpty || row.name.contains(only) {
            let time = try await processorTime(count, row.work)
            let floor = Double(row.made) * signing + Double(row.verified) * verifying
            var line = Self.line(row.name, time) + String(format: "   %d bare   %4.2f of their rate", row.made + row.verified, floor / time)
            if let other = python[row.name] { line += String(format: "   Python %8.1f µs   %5.1f × its rate", other * 1e6, other / time) }
            print(line)
        }
    }

    /// A document of a further issuer. The documents have more certificate chains than the cache can store, so each chain is verified in
    /// full.
    private struct Stranger {
        let (text, shown): (String, String)
        let (bytes, response): ([UInt8], [UInt8])
        let verifier: SDJWTVerifier
        let mdocVerifier: MDocVerifier

        init(now: Date, kind: SDJWTVerifier.Kind) async throws {
            let samples = try Documents(now: now)
            let (token, issued) = (try await samples.sdJWT(), try await samples.mdoc())
            (text, shown) = (token.serialized, try await samples.presented(token).serialized)
            (bytes, response) = (issued.encode(), try await samples.presented(issued).encode())
            verifier = SDJWTVerifier(trust: .certificates(roots: [samples.authority.root]), kind: kind)
            mdocVerifier = MDocVerifier(
                trust: .certificates(roots: [samples.authority.root], profile: .iso18013), docTypes: [Documents.docType])
        }
    }

    private func rows(_ samples: Documents, _ token: CompactSDJWT, _ issued: IssuerSigned) async throws -> [Row] {
        let now = samples.now
        let signerKey = samples.authority.signerKey.publicKey
        let (text, shown) = (token.serialized, try await samples.presented(token).serialized)
        let (bytes, response) = (issued.encode(), try await samples.presented(issued).encode())
        let binding = KeyBindingRule.required(KeyBindingExpectation(nonce: Documents.nonce, audience: Documents.audience))
        let kind = SDJWTVerifier.Kind.credential(types: [Documents.credentialType])
        let byKey = SDJWTVerifier(trust: .key(JWK(signerKey)), kind: kind)
        let byChain = SDJWTVerifier(trust: .certificates(roots: [samples.authority.root]), kind: kind)
        let mdocByKey = MDocVerifier(trust: .key(COSEKey(signerKey)), docTypes: [Documents.docType])
        let mdocByChain = MDocVerifier(
            trust: .certificates(roots: [samples.authority.root], profile: .iso18013), docTypes: [Documents.docType])
        let strangers = try await (0..<40).asyncMap { _ in try await Stranger(now: now, kind: kind) }
        var turn = 0
        func next() -> Stranger {
            turn = (turn + 1) % strangers.count
            return strangers[turn]
        }
        return [
            Row(name: "SD-JWT issued", made: 1) { _ = try await samples.sdJWT().serialized },
            Row(name: "SD-JWT verified, key known", verified: 1) { _ = try await byKey.verify(text, keyBinding: .absent, at: now) },
            Row(name: "SD-JWT verified, chain known", verified: 1) { _ = try await byChain.verify(text, keyBinding: .absent, at: now) },
            Row(name: "SD-JWT verified, chain", verified: 2) {
                let stranger = next()
                _ = try await stranger.verifier.verify(stranger.text, keyBinding: .absent, at: now)
            },
            Row(name: "SD-JWT presented, chain known", verified: 2) { _ = try await byChain.verify(shown, keyBinding: binding, at: now) },
            Row(name: "SD-JWT presentation, chain", verified: 3) {
                let stranger = next()
                _ = try await stranger.verifier.verify(stranger.shown, keyBinding: binding, at: now)
            },
            Row(name: "mdoc issued", made: 1) { _ = try await samples.mdoc().encode() },
            Row(name: "mdoc verified, key known", verified: 1) { _ = try await mdocByKey.verify(issued: bytes, at: now) },
            Row(name: "mdoc verified, chain known", verified: 1) { _ = try await mdocByChain.verify(issued: bytes, at: now) },
            Row(name: "mdoc verified, chain", verified: 2) {
                let stranger = next()
                _ = try await stranger.mdocVerifier.verify(issued: stranger.bytes, at: now)
            },
            Row(name: "mdoc presented, chain known", verified: 2) {
                _ = try await mdocByChain.verify(response: response, for: Documents.transcript, at: now)
            },
            Row(name: "mdoc presentation, chain", verified: 3) {
                let stranger = next()
                _ = try await stranger.mdocVerifier.verify(response: stranger.response, for: Documents.transcript, at: now)
            },
        ]
    }

    private static func line(_ name: String, _ time: Double) -> String {
        "  " + name.padding(toLength: 28, withPad: " ", startingAt: 0) + String(format: "%8.1f µs  %8.0f/s", time * 1e6, 1 / time)
    }

    private static func python(_ directory: String) throws -> [String: Double] {
        let data = try Data(contentsOf: URL(filePath: directory).appending(path: "python.json"))
        return try JSONDecoder().decode([String: Double].self, from: data)
    }
}
