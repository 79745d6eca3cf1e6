// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import DCQL
import Foundation
import JSON
import MDoc
import ProviderProtocol
import SDJWT
import VerifierWorld
import WalletInterface

@testable import WalletCore

/// Cards with copies of the test issuer, and the queries for them.
enum SharedCards {
    static let now = PhoneClock.start
    static let day: TimeInterval = 86_400

    /// An entry with that many copies.
    static func entry(
        _ name: String, isPID: Bool = true, sdJWTs: Int = 2, mdocs: Int = 2, issuedAt: Date = now, validFrom: Date? = nil,
        expiresAt: Date? = nil,
        status: CardEntry.KnownStatus.Value = .valid, updatedAt: Date = now, references: [String: [Int]] = [:]
    ) -> CardEntry {
        CardEntry(
            id: CardID(name), isPID: isPID, type: TestCards.sdJWTType, styles: [],
            issuerName: StoredText([.init(locale: "en", text: "Issuer")]), issuedAt: issuedAt, validFrom: validFrom, expiresAt: expiresAt,
            sdJWTs: (0..<sdJWTs).map { "\(name).sd.\($0)" }, mdocs: (0..<mdocs).map { "\(name).mdoc.\($0)" },
            status: CardEntry.KnownStatus(value: status, updatedAt: updatedAt, references: references))
    }

    /// The id of a copy's key: 16 bytes in base64url.
    static func keyID(_ copy: String) -> String {
        Base64URL.encode(Array((Array(copy.utf8) + [UInt8](repeating: 0, count: 16)).prefix(16)))
    }

    /// An mdoc of the issuer with these elements.
    static func mdoc(_ elements: [MDocElement]) async throws -> IssuerSigned {
        let unsigned = try UnsignedMDoc(
            docType: TestCards.documentType, elements: elements, deviceKey: COSEKey(TestCards.holderKey.publicKey),
            validity: ValidityInfo(signed: now, validFrom: now, validUntil: now.addingTimeInterval(day)), random: VerifierWorld.random)
        let signer = VerifierWorld.documentSigner
        return try await unsigned.signed(certificates: signer.chain) { try signer.sign($0) }
    }

    /// Stores cards with their copies in a registered wallet, and unlocks it.
    ///
    /// - Parameters:
    ///   - mdoc: the mdoc of all copies; nil for the test issuer's.
    ///   - credentials: texts of copies, by name, in place of the usual ones.
    ///   - damage: changes the phone's files before the start.
    static func core(
        on phone: Phone, _ entries: [CardEntry], mdoc: IssuerSigned? = nil, credentials: [String: String] = [:],
        damage: () async throws -> Void = {}
    ) async throws -> Core {
        _ = try await phone.registered()
        let sdJWT = try await TestCards.sdJWT().serialized
        let issued: IssuerSigned
        if let mdoc { issued = mdoc } else { issued = try await TestCards.mdoc() }
        let text = Base64URL.encode(issued.encode())
        let store = try await phone.openStore()
        try store.change { changes throws(WalletCoreError) in
            for entry in entries {
                try changes.set(.cardEntry(entry.id), to: entry)
                try changes.set(.card(entry.id), to: CardStoreTests.card(entry.id.text))
                for name in entry.copyNames {
                    let usual = entry.readableSDJWTs.contains(name) ? sdJWT : text
                    try changes.set(.copy(name), to: StoredCopy(credential: credentials[name] ?? usual, keyID: keyID(name)))
                }
            }
        }
        store.close()
        try await damage()
        let core = try await phone.launch()
        _ = try await core.unlock(pin: Phone.pin())
        return core
    }

    // MARK: Queries

    static func sdJWTQuery(
        type: String = TestCards.sdJWTType, path: JSONValue = ["family_name"], values: [JSONValue]? = nil, authority: String? = nil
    ) -> JSONObject {
        query("dc+sd-jwt", meta: ["vct_values": [.string(type)]], path, values, authority)
    }

    static func mdocQuery(
        type: String = TestCards.documentType.text, element: String = "family_name", values: [JSONValue]? = nil, authority: String? = nil
    ) -> JSONObject {
        let path: JSONValue = [.string(TestCards.nameSpace.text), .string(element)]
        return query("mso_mdoc", meta: ["doctype_value": .string(type)], path, values, authority)
    }

    private static func query(
        _ format: String, meta: JSONValue, _ path: JSONValue, _ values: [JSONValue]?, _ authority: String?
    ) -> JSONObject {
        var claim: JSONObject = ["path": path]
        if let values { claim.append("values", .array(values)) }
        var query: JSONObject = ["id": "a", "format": .string(format), "meta": meta, "claims": [.object(claim)]]
        if let authority { query.append("trusted_authorities", [["type": "aki", "values": [.string(authority)]]]) }
        return query
    }

    static func match(_ query: JSONObject, in credentials: [QueriedCredential]) throws -> QueryMatch {
        try DCQLMatch(DCQLQuery(["credentials": [.object(query)]]), in: credentials).queries[0]
    }
}

extension Core {
    func queriedCards(_ parents: [String: [String]] = [:]) async throws -> QueriedCards {
        try await wallet().cards.queried(parents: parents)
    }

    func unusedCopy(_ card: String, _ format: QueriedFormat) throws -> UnusedCopy? {
        try wallet().cards.unusedCopy(of: CardID(card), as: format)
    }

    /// The writes that spend copies, not performed.
    func writes(spending copies: [UnusedCopy]) throws -> (isSpent: Bool, changes: StoreChanges) {
        let wallet = try self.wallet()
        var changes = StoreChanges()
        var writer = try EventWriter(wallet.store)
        let isSpent = try wallet.cards.spend(copies, writer: &writer, in: &changes) != nil
        return (isSpent, changes)
    }

    /// Spends copies in one transaction.
    func spend(_ copies: [UnusedCopy]) throws -> Bool {
        let wallet = try self.wallet()
        var isSpent = false
        var writer = try EventWriter(wallet.store)
        // The event that gives the number is not part of these tests, so the number is not counted.
        try wallet.store.change { changes throws(WalletCoreError) in
            isSpent = try wallet.cards.spend(copies, writer: &writer, in: &changes) != nil
        }
        return isSpent
    }

    /// Writes another entry of a card, as when its status was learnt.
    func replace(_ entry: CardEntry) throws {
        try wallet().store.change { changes throws(WalletCoreError) in try changes.set(.cardEntry(entry.id), to: entry) }
    }

    /// How often the person has stopped a session.
    func sharingStops() throws -> Int { try wallet().sharing.stops }

    /// True if there is a session that another must not replace.
    func sharingIsBusy() throws -> Bool { try wallet().sharing.isBusy() }

    func deletableKeys() throws -> [WalletKeyID] { try wallet().issuance.deletableKeys() }

    /// Spends the next SD-JWT of each card, one after the other; other calls run in between.
    func spendNext(of cards: [String]) async throws {
        for card in cards {
            guard let copy = try unusedCopy(card, .sdJWT) else { continue }
            _ = try spend([copy])
            await Task.yield()
        }
    }
}
