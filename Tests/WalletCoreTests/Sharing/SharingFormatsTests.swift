// SPDX-License-Identifier: EUPL-1.2

import JSON
import PlatformSupport
import SDJWT
import StatusList
import Testing
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// Queries for both formats and with sets, claims that an issuer lets nobody withhold, and the registrar's status list.
struct SharingFormatsTests {
    private static func named(_ id: String, _ query: JSONObject) -> JSONValue {
        var query = query
        query.set("id", .string(id))
        return .object(query)
    }

    private static func values(_ offer: SharingOffer, part: Int) -> [CardValue] {
        offer.parts[part].cards.flatMap { $0.claims.map(\.claim.value) }
    }

    private func mdocs(_ stage: SharingStage) async throws -> [String] { try #require(try await stage.core.readCards().first).mdocs }

    @Test func `an mdoc is shared, and only its copy is spent`() async throws {
        let query: JSONObject = ["credentials": [.object(SharedCards.mdocQuery())]]
        let stage = try await SharingStage(query: query, registration: nil)
        let offer = try await stage.offer()
        #expect(Self.values(offer, part: 0) == [.text("van der Berg")])
        guard case .delivered = try await stage.answer(offer) else { throw SharingStage.NoOffer() }
        #expect(try await mdocs(stage) == ["c0.mdoc.0"])
        #expect(try await stage.copies().count == 2 && stage.signings == 1 && stage.sent.count == 1)
    }

    @Test func `both formats are one answer, with one signing, and a copy of each is spent`() async throws {
        let query: JSONObject = [
            "credentials": [Self.named("a", SharedCards.sdJWTQuery()), Self.named("m", SharedCards.mdocQuery(element: "given_name"))]
        ]
        let stage = try await SharingStage(query: query, registration: nil)
        let offer = try await stage.offer()
        #expect(offer.sets == [SharingSet(options: [[0, 1]], isRequired: true)])
        guard case .delivered = try await stage.answer(offer) else { throw SharingStage.NoOffer() }
        #expect(try await mdocs(stage) == ["c0.mdoc.0"])
        #expect(try await stage.copies() == ["c0.sd.0"] && stage.signings == 1 && stage.sent.count == 1)
        let event = try #require(try await stage.core.events().first?.sharing)
        #expect(event.cards.map { $0.claims.map(\.path) } == [[["family_name"]], [["given_name"]]])
    }

    /// The surname in either format, and the given name if the person wants.
    private static let sets: JSONObject = [
        "credentials": [
            named("a", SharedCards.sdJWTQuery()), named("m", SharedCards.mdocQuery()),
            named("b", SharedCards.sdJWTQuery(path: ["given_name"])),
        ],
        "credential_sets": [["options": [["a"], ["m"]]], ["options": [["b"]], "required": false]],
    ]

    @Test func `of options that show the person the same one is offered, and the other cannot be approved`() async throws {
        let stage = try await SharingStage(query: Self.sets, registration: nil)
        let offer = try await stage.offer()
        let expected = [SharingSet(options: [[0]], isRequired: true), SharingSet(options: [[2]], isRequired: false)]
        #expect(offer.sets == expected && offer.parts[1].cards.isEmpty && offer.hasAlternatives)
        #expect(offer.standardChoice == SharingChoice([0: [CardID("c0")]]))
        let card = [CardID("c0")]
        for choice in [[1: card], [0: card, 1: card], [2: card]].map(SharingChoice.init) {
            await expect(.sharing(.unfitChoice)) {
                try await stage.core.approveSharing(SharingApproval(of: offer, choice: choice), pin: Phone.pin())
            }
        }
        #expect(stage.signings == 0 && stage.sent.isEmpty)
    }

    @Test(arguments: [false, true])
    func `an optional part is shared only if it was chosen, from the same copy`(isChosen: Bool) async throws {
        let stage = try await SharingStage(query: Self.sets, registration: nil)
        let offer = try await stage.offer()
        var choice = offer.standardChoice
        if isChosen { choice.cards[2] = [CardID("c0")] }
        let approval = SharingApproval(of: offer, choice: choice)
        #expect(try await stage.core.approveSharing(approval, pin: Phone.pin()) == .valid)
        guard case .delivered = try await stage.core.sendSharing() else { throw SharingStage.NoOffer() }
        #expect(try await stage.copies() == ["c0.sd.0"])
        let event = try #require(try await stage.core.events().first?.sharing)
        let paths = event.cards.flatMap { $0.claims.map(\.path) }
        #expect(paths == (isChosen ? [["family_name"], ["given_name"]] : [["family_name"]]))
    }

    @Test func `what an issuer lets nobody withhold is shown and stands in the history`() async throws {
        let text = try await TestCards.sdJWT { $0.append("employer", "Bakery") }.serialized
        let stage = try await SharingStage(credentials: ["c0.sd.0": text, "c0.sd.1": text])
        let offer = try await stage.offer()
        #expect(Self.values(offer, part: 0).contains(.text("Bakery")))
        guard case .delivered = try await stage.answer(offer) else { throw SharingStage.NoOffer() }
        let event = try #require(try await stage.core.events().first?.sharing)
        #expect(Set(event.cards.flatMap { $0.claims.map(\.path) }) == [["family_name"], ["employer"]])
    }

    // MARK: The registrar's status list

    private static let listPath = "/status/1"
    private static let listURI = "https://shop.example" + listPath
    private static let status: JSONValue = ["status_list": ["idx": 7, "uri": .string(listURI)]]

    private static func list(_ status: TokenStatus) async throws -> NetworkResponse {
        var entries = StatusListEntries(bits: .two, count: 100)
        try entries.set(status, at: 7)
        let token = StatusListToken(
            subject: listURI, issuedAt: VerifierWorld.now - 10, expiresAt: VerifierWorld.now + 3600, timeToLive: 600, list: entries)
        let registrar = VerifierWorld.registrar
        let text = try await token.signed(certificates: registrar.chain) { try registrar.sign($0) }
        return NetworkResponse(status: 200, mediaType: StatusListToken.mediaType, body: Array(text.utf8))
    }

    private static let problems: [(TokenStatus, RegistrationProblem?)] = [(.valid, nil), (.invalid, .withdrawn), (.suspended, .withdrawn)]

    @Test(arguments: problems)
    func `the registration counts by its status`(status: TokenStatus, problem: RegistrationProblem?) async throws {
        let stage = try await SharingStage(status: Self.status)
        stage.stage(.answer(try await Self.list(status)), at: Self.listPath)
        let expected: [SharingWarning] = problem.map { [.unverifiedRegistration($0)] } ?? []
        #expect(try await stage.offer().warnings == expected)
        // The next session asks the kept list.
        _ = try await stage.core.stopSharing()
        _ = try await stage.offer()
        #expect(stage.phone.provider.network.requests.count { $0.path == Self.listPath } == 1)
    }

    @Test func `a registration whose status is not available is not verified`() async throws {
        let stage = try await SharingStage(status: Self.status)
        stage.stage(.fail(.offline), at: Self.listPath)
        #expect(try await stage.offer().warnings == [.unverifiedRegistration(.statusUnknown)])
    }
}
