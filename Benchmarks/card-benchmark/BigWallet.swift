// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import GRDB
import JSON
import MDoc
import SDJWT
import WalletCore

/// The number of copies of each card: as many as a wallet obtains of a PID.
struct Copies {
    static let count = 4
    let sdJWT: String
    let mdoc: String

    init() async throws {
        let documents = try Documents(now: Date())
        sdJWT = try await documents.sdJWT().serialized
        mdoc = Base64URL.encode(try await documents.mdoc().encode())
    }
}

/// A registered wallet with many cards, written in the format of WalletCore's store. Opening it validates the format: a wrong file is refused
/// as damaged.
struct BigWallet {
    let cards: Int
    let events: Int
    let copies: Copies

    /// The time of writing, in seconds since the reference date.
    let now = Date().timeIntervalSinceReferenceDate
    private let key = SymmetricKey(data: BenchmarkPhone.dataKey)

    init(cards: Int, events: Int, copies: Copies) {
        (self.cards, self.events, self.copies) = (cards, events, copies)
    }

    func write(in directory: String) async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        // The core creates the empty store.
        let core = try BenchmarkPhone.core(in: directory)
        try await core.initPlatformSupport(BenchmarkPhone.bridges(in: directory))
        try await core.initialize()
        let database = try DatabaseQueue(path: directory + "/wallet.db")
        try await database.write { try fill($0) }
        try database.close()
    }

    private func fill(_ database: Database) throws {
        func put(_ table: String, _ name: String, _ value: JSONValue) throws {
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            try database.execute(
                sql: "INSERT INTO \(table) (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed",
                arguments: [name, try seal(value.encode(), "wallet-store\0\(version)\0\(table)\0\(name)")])
        }
        let salt = JSONValue.string(Data(repeating: 1, count: 32).base64EncodedString())
        try put(
            "account", "registration",
            [
                "walletID": "AAAAAAAAAAAAAAAAAAAAAA", "deviceKeyID": "key", "deviceKeyKind": "apple", "certificate": "a.b.c",
                "salt": salt,
            ])
        let face = Data(BenchmarkPhone.face.publicKey.x963Representation).base64EncodedString()
        try put("preference", "biometric_unlock", ["publicKey": .string(face)])
        try put("received", "wallet_status", ["learntAt": .decimal(now - 1)])
        for number in 0..<cards {
            let id = Self.id(number)
            for format in ["sd", "mdoc"] {
                for copy in 0..<Copies.count {
                    let credential = format == "sd" ? copies.sdJWT : copies.mdoc
                    try put(
                        "copy", "\(id).\(format).\(copy)",
                        ["credential": .string(credential), "keyID": .string(Base64URL.encode(randomBytes(16)))])
                }
            }
            try put("card_entry", id, entry(number))
            try put("card", id, card)
        }
        try put("account", "pid", ["card": ["text": .string(Self.id(0))], "recovery": "known"])
        for number in 1...events { try put("event", String(number), event(number)) }
        try put("account", "event_count", .integer(Int64(events)))
        try put("account", "first_linked_event", .integer(1))
        try database.execute(sql: "UPDATE vault SET sentinel = ?", arguments: [try sentinel(database)])
    }

    /// Reads the entry of each card and the copies that a verifier would get, and unseals them.
    ///
    /// - Parameter use: takes the table and the plaintext of each row.
    func unseal(from database: DatabaseQueue, _ use: (_ table: String, _ plaintext: Data) throws -> Void) throws {
        try database.read { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            for number in 0..<cards {
                let id = Self.id(number)
                let last = Copies.count - 1
                for (table, name) in [("card_entry", id), ("copy", "\(id).sd.\(last)"), ("copy", "\(id).mdoc.\(last)")] {
                    let statement = try database.cachedStatement(sql: "SELECT sealed FROM \(table) WHERE name = ?")
                    guard let sealed = try Data.fetchOne(statement, arguments: [name]) else { throw BenchmarkError("no row \(name)") }
                    let place = "wallet-store\0\(version)\0\(table)\0\(name)"
                    let box = try AES.GCM.SealedBox(combined: sealed)
                    try use(table, try AES.GCM.open(box, using: key, authenticating: Array(place.utf8)))
                }
            }
        }
    }

    static func id(_ number: Int) -> String { "card-" + Base64URL.encode(SHA256.hash(data: Data("\(number)".utf8)).prefix(12)) }

    private func seal(_ plaintext: [UInt8], _ place: String) throws -> Data {
        guard let sealed = try AES.GCM.seal(plaintext, using: key, authenticating: Array(place.utf8)).combined else {
            throw BenchmarkError("a value that cannot be sealed")
        }
        return sealed
    }

    private func sentinel(_ database: Database) throws -> Data {
        var hash = SHA256()
        for table in ["card_entry", "account", "pending", "preference", "received"] {
            for row in try Row.fetchAll(database, sql: "SELECT name, sealed FROM \(table) ORDER BY name") {
                let (name, sealed): (String, Data) = (row["name"], row["sealed"])
                for part in [Data(table.utf8), Data(name.utf8), sealed] {
                    let count = UInt64(part.count)
                    hash.update(data: (0..<8).map { UInt8(truncatingIfNeeded: count >> UInt64(56 - 8 * $0)) })
                    hash.update(data: part)
                }
            }
        }
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        return try seal(Array(hash.finalize()), "wallet-store\0\(version)\0vault\0sentinel")
    }
}

extension BigWallet {
    var issuerName: JSONValue {
        [
            "entries": [
                ["locale": "nl", "text": "Rijksdienst voor Identiteitsgegevens"],
                ["locale": "en", "text": "National Office for Identity Data"],
            ]
        ]
    }

    private func entry(_ number: Int) -> JSONValue {
        let id = Self.id(number)
        let styles = [("nl", "Persoonsgegevens"), ("en", "Person data")].map { locale, name -> JSONValue in
            ["locale": .string(locale), "name": .string("\(name) \(number)"), "backgroundColor": "#12107c", "textColor": "#ffffff"]
        }
        let indexes = (0..<2 * Copies.count).map { JSONValue.integer(Int64(number * 2 * Copies.count + $0)) }
        func copies(_ format: String) -> JSONValue { .array((0..<Copies.count).map { .string("\(id).\(format).\($0)") }) }
        // The number of the card's newest event, from which its history is read.
        let last = number <= events ? events - (events - number) % cards : 0
        return [
            "id": ["text": .string(id)], "isPID": .bool(number == 0), "type": .string(Documents.credentialType), "styles": .array(styles),
            "issuerName": issuerName, "issuedAt": .decimal(now - 60), "validFrom": .decimal(now - 60), "expiresAt": .decimal(now + 7e6),
            "sdJWTs": copies("sd"), "mdocs": copies("mdoc"), "lastEvent": .integer(Int64(last)),
            "status": [
                "value": "valid", "learntAt": .decimal(now - 60), "references": ["https://issuer.example/status-lists/1": .array(indexes)],
            ],
        ]
    }

    private var card: JSONValue {
        let payload = Data(JSONValue.object(Documents.personal).encode()).base64EncodedString()
        return [
            "pictures": [], "payload": .string(payload), "names": [],
            "issuer": ["identifier": "https://issuer.example", "name": issuerName],
        ]
    }
}
