// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import PlatformSupport
import ProviderProtocol
import Testing
import VerifierWorld
import WalletConfiguration
import WalletInterface

@testable import WalletCore

/// F104: the history has names, never values, whatever becomes of a request.
struct NoValuesTests {
    /// The values of the test issuer's cards that are asked for or could be.
    private static let values = ["van der Berg", "Zoë", "1990-01-02", "Plein", "Den Haag", "not to be shown"]

    /// Asks for all data, one by its value and one by its place in a list.
    private static let all: JSONObject = [
        "credentials": [
            [
                "id": "a", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(TestCards.sdJWTType)]],
                "claims": [
                    ["path": ["family_name"], "values": ["van der Berg"]], ["path": ["given_name"]], ["path": ["birthdate"]],
                    ["path": ["address"]], ["path": ["nationalities", 0]],
                ],
            ]
        ]
    ]

    /// The plain texts of all events, also of an answer in flight.
    private func plaintexts(_ core: Core) async throws -> String {
        let store = try await core.store()
        var texts: [Data] = []
        for number in 1...(try store.value(.eventCount) ?? 1) {
            if let event = try store.value(.event(number)) { texts.append(try JSONEncoder().encode(event)) }
        }
        if let sending = try store.value(.sharing) { texts.append(try JSONEncoder().encode(sending.event)) }
        return texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private func expectNoValues(_ core: Core, at location: SourceLocation = #_sourceLocation) async throws {
        _ = try await core.unlock(pin: Phone.pin())
        let text = try await plaintexts(core)
        let export = String(decoding: try await core.exportHistory(in: "en") { $0.kind.rawValue }, as: UTF8.self)
        #expect(text.contains("given_name") && export.contains("given_name"), sourceLocation: location)
        for value in Self.values {
            #expect(!text.contains(value) && !export.contains(value), "\(value)", sourceLocation: location)
        }
        #expect(!export.contains("response/1") && !export.contains("c0.sd") && !export.contains("\"c0\""), sourceLocation: location)
    }

    @Test func `an answer with all data of a card leaves names only`() async throws {
        let stage = try await SharingStage(query: Self.all, registration: nil)
        guard case .delivered = try await stage.answer(stage.offer()) else { throw SharingStage.NoOffer() }
        let event = try #require(try await stage.core.events().first?.sharing)
        let names = event.asked.flatMap(\.claims).map(\.path)
        #expect(names == [["family_name"], ["given_name"], ["birthdate"], ["address"], ["nationalities"]])
        try await stage.core.noteReport(.event(1), to: EventContact(body: .supervisor, way: .page, name: "Authority"))
        try await expectNoValues(stage.core)
    }

    @Test func `an answer in flight, a stop and a refusal leave names only`() async throws {
        let stage = try await SharingStage(query: Self.all, registration: nil)
        _ = try await stage.offer()
        _ = try await stage.core.stopSharing()
        stage.stage(.loseReply)
        #expect(try await stage.answer(stage.offer()) == .mayHaveArrived)
        try await expectNoValues(stage.core)

        let other = try await SharingStage(query: Self.all, overAsking: .refuse)
        guard case .refused = try await other.start() else { throw SharingStage.NoOffer() }
        _ = try await other.core.stopSharing()
        try await expectNoValues(other.core)
    }

    @Test func `a value that no card has is not kept either`() async throws {
        let query = SharedCards.sdJWTQuery(path: ["given_name"], values: ["Somebody else"])
        let stage = try await SharingStage(query: ["credentials": [.object(query)]], registration: nil)
        guard case .missing = try await stage.start() else { throw SharingStage.NoOffer() }
        _ = try await stage.core.stopSharing()
        #expect(try await !plaintexts(stage.core).contains("Somebody else"))
        try await expectNoValues(stage.core)
    }
}
