// SPDX-License-Identifier: EUPL-1.2

import JSON
import PlatformSupport
import ProviderProtocol
import Synchronization
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// A verifier cannot tell a wallet that declines from one that has nothing: neither by what it receives, nor by the work before it
/// (ARF RPA_11, ruling 3.6).
struct LookAlikeTests {
    /// Wallets that share nothing, each for another reason.
    enum Wallet: CaseIterable {
        /// Has the card, and the person stops.
        case unwilling
        /// Has the card, and the provider has blocked the PIN for good.
        case blocked
        /// Has the card until the person erases the wallet.
        case erased
        /// Has the card, revoked.
        case revoked
        /// Has the card, and every copy of it was disclosed.
        case usedUp
        /// Has another card only.
        case other
        /// Has no card.
        case without

        var entries: [CardEntry] {
            switch self {
            case .unwilling, .blocked, .erased, .usedUp: [SharedCards.entry("c0")]
            case .revoked: [SharedCards.entry("c0", status: .revoked)]
            case .other: [SharedCards.entry("c0", sdJWTs: 0)]
            case .without: []
            }
        }

        var isOffered: Bool { [.unwilling, .blocked, .erased].contains(self) }

        /// Lets the person act on the state.
        func act(_ state: SharingState, on core: Core, _ stage: SharingStage) async throws {
            switch (self, state) {
            case (.erased, _): try await core.wipe()
            case (.blocked, .offered(let offer)):
                stage.phone.provider.add(.refuse(.accountBlocked), to: .instruction(.sign))
                // No answer is sent, so whatever the call returns, it is the refusal.
                _ = try await core.approveSharing(SharingApproval(of: offer, choice: offer.standardChoice), pin: Phone.pin())
            default: _ = try await core.stopSharing()
            }
        }
    }

    private static let post = "&request_uri_method=post"

    /// Has the verifier sign a request for each fetch, with the nonce of the wallet.
    private func serve(_ stage: SharingStage) {
        stage.phone.provider.verifier.withLock { serve in
            serve = { (request, path) async throws(NetworkError) -> NetworkResponse in
                guard path == SharingStage.requestPath else {
                    return NetworkResponse(status: 200, mediaType: "application/json", body: Array("{}".utf8))
                }
                let verifier = VerifierWorld.verifier
                let sent = String(decoding: request.body, as: UTF8.self).split(separator: "=").last.map(String.init)
                guard let text = try? verifier.request(verifier.claims(SharingStage.family, walletNonce: sent)) else {
                    throw NetworkError.unreachable
                }
                return NetworkResponse(status: 200, mediaType: "application/oauth-authz-req+jwt", body: Array(text.utf8))
            }
        }
    }

    /// The messages that the verifier has received, in order, with the wallet's nonce replaced.
    private func received(_ stage: SharingStage) -> [NetworkRequest] {
        stage.phone.provider.network.requests.filter { $0.url.hasPrefix("https://shop.example/") }.map { request in
            let name = Array("wallet_nonce=".utf8)
            guard request.body.starts(with: name) else { return request }
            var request = request
            request.body = name + [UInt8](repeating: UInt8(ascii: "*"), count: request.body.count - name.count)
            return request
        }
    }

    /// True for an offer, false if something is missing; nil for another state.
    private func isOffered(_ state: SharingState) -> Bool? {
        switch state {
        case .offered: true
        case .missing: false
        default: nil
        }
    }

    // MARK: What the verifier receives

    @Test(arguments: ["", post])
    func `the exchanges are the same, byte for byte and in order, and none is before the person acts`(method: String) async throws {
        var all: [[NetworkRequest]] = []
        for wallet in Wallet.allCases {
            let stage = try await SharingStage(wallet.entries)
            serve(stage)
            if wallet == .usedUp { try await stage.core.spendNext(of: ["c0", "c0"]) }
            let started = try await stage.core.startSharing(stage.link(method), arrivedBy: .sameDevice)
            #expect(isOffered(started) == wallet.isOffered, "\(wallet)")
            #expect(received(stage).map(\.url) == [VerifierWorld.verifier.requestURI], "\(wallet)")
            // Looking at it again, a lock and an unlock are not told.
            _ = try await stage.core.sharingState()
            await stage.core.lock()
            _ = try await stage.core.unlock(pin: Phone.pin())
            let state = try await stage.core.sharingState()
            #expect(received(stage).count == 1, "\(wallet)")
            try await wallet.act(state, on: stage.core, stage)
            all.append(received(stage))
        }
        #expect(Set(all).count == 1 && all.count == Wallet.allCases.count)
        let exchanges = try #require(all.first)
        #expect(exchanges.map(\.url) == [VerifierWorld.verifier.requestURI, VerifierWorld.verifier.responseURI])
        #expect(exchanges.map(\.method) == [method.isEmpty ? .get : .post, .post])
        #expect(exchanges.last.map { String(decoding: $0.body, as: UTF8.self) } == "error=access_denied&state=state-1")
    }

    @Test func `a wallet that is left alone tells nothing, with the card or without`() async throws {
        for wallet in [Wallet.unwilling, .without] {
            let stage = try await SharingStage(wallet.entries)
            _ = try await stage.start()
            await stage.passApprovalTime()
            #expect(try await stage.core.sharingState() == .none)
            #expect(stage.sent.isEmpty && received(stage).count == 1, "\(wallet)")
        }
    }

    @Test(arguments: [true, false])
    func `a stop after the time tells nothing, with the card or without`(isLooked: Bool) async throws {
        for wallet in [Wallet.unwilling, .without] {
            let stage = try await SharingStage(wallet.entries)
            _ = try await stage.start()
            await stage.passApprovalTime()
            if isLooked { _ = try await stage.core.sharingState() }
            _ = try await stage.core.stopSharing()
            #expect(stage.sent.isEmpty && received(stage).count == 1, "\(wallet)")
        }
    }

    // MARK: The work between the exchanges

    @Test func `from the request to the state, the work is the same whether the card is usable or not`() async throws {
        var works: [SharingWork] = []
        for wallet in [Wallet.unwilling, .blocked, .revoked, .usedUp] {
            let stage = try await SharingStage(wallet.entries)
            let process = try await CountedProcess(on: stage.phone)
            if wallet == .usedUp { try await process.core.spendNext(of: ["c0", "c0"]) }
            let link = try stage.link()
            let (state, work) = try await process.work { try await $0.startSharing(link, arrivedBy: .sameDevice) }
            #expect(isOffered(state) == wallet.isOffered, "\(wallet)")
            #expect(work.requests == [VerifierWorld.verifier.requestURI], "\(wallet)")
            #expect(work.rows(of: .copy).count == 2 && work.clockReads > 0, "\(wallet)")
            works.append(work)
        }
        let first = try #require(works.first)
        for work in works {
            #expect(work.kinds == first.kinds)
            #expect(work.clockReads == first.clockReads)
        }
    }

    @Test func `from the stop to the message, the work is the same with the card and without`() async throws {
        var works: [SharingWork] = []
        for wallet in [Wallet.unwilling, .revoked, .usedUp, .other, .without] {
            let stage = try await SharingStage(wallet.entries)
            let process = try await CountedProcess(on: stage.phone)
            if wallet == .usedUp { try await process.core.spendNext(of: ["c0", "c0"]) }
            let state = try await process.core.startSharing(stage.link(), arrivedBy: .sameDevice)
            works.append(try await process.work { try await wallet.act(state, on: $0, stage) }.work)
        }
        #expect(works.first?.requests == [VerifierWorld.verifier.responseURI])
        // The stop is written to the history first; the values that are sealed differ.
        let first = try #require(works.first)
        for work in works {
            #expect(work.kinds == first.kinds)
            #expect(work.clockReads == first.clockReads)
            #expect(work.requests == first.requests)
        }
    }

    /// Queries of a verifier to wallets with three cards: which exist in both formats, or not at all.
    private static let queries: [JSONObject] = [
        SharedCards.sdJWTQuery(), SharedCards.mdocQuery(), SharedCards.sdJWTQuery(type: "urn:other"), SharedCards.mdocQuery(type: "other"),
        SharedCards.sdJWTQuery(path: ["shoe_size"]), SharedCards.mdocQuery(element: "shoe_size"),
        SharedCards.sdJWTQuery(values: ["Jansen"]), SharedCards.mdocQuery(values: ["Jansen"]), SharedCards.sdJWTQuery(authority: "AQID"),
        SharedCards.sdJWTQuery(path: ["recovery_code"]),
    ]

    @Test(arguments: [SharingSettings.Reaction.warn, .refuse])
    func `all cards are read in one order, whatever is asked`(overAsking: SharingSettings.Reaction) async throws {
        let names = ["c2", "c1", "c0"].flatMap { ["\($0).sd.1", "\($0).mdoc.1"] }
        let entries = (0..<3).map { SharedCards.entry("c\($0)") }
        for query in Self.queries {
            let stage = try await SharingStage(entries, query: ["credentials": [.object(query)]], overAsking: overAsking)
            let process = try await CountedProcess(on: stage.phone)
            let link = try stage.link()
            let (_, work) = try await process.work { try await $0.startSharing(link, arrivedBy: .sameDevice) }
            #expect(work.rows(of: .copy) == names, "\(query)")
            // Beyond it, only a card that is shown is opened: it exists, and its row is whole.
            #expect(work.rows(of: .card).count <= 2 * entries.count, "\(query)")
            #expect(work.requests == [VerifierWorld.verifier.requestURI], "\(query)")
        }
    }
}
