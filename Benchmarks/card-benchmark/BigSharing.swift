// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import JSON
import MDoc
import OpenID4VP
import PlatformSupport
import SDJWT
import WalletConfiguration
import WalletCore
import WalletInterface

/// The state of a session of sharing in a wallet with 1,000 cards, which reads every card whatever is asked (`CardShelf.queried`). Its floor
/// reads and unseals the same rows once: each card's entry, and a copy in each format.
struct BigSharing {
    static let cards = 1000

    let count: Int
    let only: String

    private static let cases: [(name: String, type: String)] = [
        ("sharing state, none of 1,000 fits", "urn:other"), ("sharing state, all of 1,000 fit", Documents.credentialType),
    ]

    func run() async throws {
        let cases = Self.cases.filter { only.isEmpty || $0.name.contains(only) }
        guard !cases.isEmpty else { return }
        let directory = FileManager.default.temporaryDirectory.appending(path: "card-benchmark-" + UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let wallet = BigWallet(cards: Self.cards, events: 1, copies: try await Copies())
        try await wallet.write(in: directory)

        let database = try DatabaseQueue(path: directory + "/wallet.db")
        let unsealed = try await processorTime(count) { try wallet.unseal(from: database) { _, _ in } }
        let parsed = try await processorTime(count) { try wallet.unseal(from: database, Self.parse) }
        try database.close()
        print(Self.line("rows of 1,000 cards unsealed", unsealed))
        print(Self.line("the same, copies also parsed", parsed))
        for (name, type) in cases {
            let core = try await session(type, in: directory)
            let time = try await processorTime(count) { _ = try await core.sharingState() }
            print(
                Self.line(name, time) + String(format: "   %4.2f of the rate of its rows", unsealed / time)
                    + String(format: "   with parsing %4.2f", parsed / time))
        }
    }

    /// Parses a copy in its format. The entry of a card is not parsed: the wallet keeps it decoded.
    private static func parse(_ table: String, _ plaintext: Data) throws {
        guard table == "copy" else { return }
        guard case .string(let credential)? = try JSONObject(parsing: Array(plaintext))["credential"] else {
            throw BenchmarkError("a copy without a credential")
        }
        if credential.contains("~") {
            _ = try CompactSDJWT(parsing: credential).claims()
        } else {
            _ = try IssuerSigned(decoding: Base64URL.decode(credential)).mobileSecurityObject()
        }
    }

    /// An unlocked wallet with a session, whose verifier asks for three claims of this type.
    private func session(_ type: String, in directory: String) async throws -> Core {
        let sharing = try await Sharing(.sdJWT, now: Date(), type: type)
        let root = BenchmarkPhone.noRoot
        let settings = SharingSettings(accessRoots: [sharing.accessRoot], registrarRoots: [root], tlsRoots: [root])
        let core = try BenchmarkPhone.core(in: directory, sharing: settings)
        try await core.initPlatformSupport(BenchmarkPhone.bridges(in: directory, network: VerifierServer(request: sharing.request)))
        try await core.initialize()
        guard try await core.unlockWithBiometrics(prompt: BenchmarkPhone.prompt).outcome == .unlocked else {
            throw BenchmarkError("it does not open")
        }
        let text = "https://wallet.example/disclosure?client_id=\(sharing.clientID.text)&request_uri=https://verifier.example/request/1"
        guard
            let pattern = UniversalLinkPattern(kind: .disclosure, scheme: "https", host: "wallet.example", segments: ["disclosure"]),
            let link = UniversalLink(recognising: text, by: [pattern])
        else { throw BenchmarkError("no link") }
        switch (try await core.startSharing(link, arrivedBy: .sameDevice), type == Documents.credentialType) {
        case (.offered, true), (.missing, false): return core
        default: throw BenchmarkError("a session with another state")
        }
    }

    private static func line(_ name: String, _ time: Double) -> String {
        "  " + name.padding(toLength: 36, withPad: " ", startingAt: 0) + String(format: "%8.2f ms", time * 1e3)
    }
}

/// Answers every request with a verifier's signed request.
private struct VerifierServer: NetworkBridge {
    let request: [UInt8]

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        NetworkResponse(status: 200, mediaType: "application/oauth-authz-req+jwt", body: self.request)
    }
}
