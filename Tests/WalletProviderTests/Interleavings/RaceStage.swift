// SPDX-License-Identifier: EUPL-1.2

import Crypto
import GRDB
import JSON
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing

@testable import WalletProvider

/// A wallet whose account is reset before each run of a race, with the race's requests, which are signed once.
struct RaceStage {
    private let race: Race
    private let test: TestProvider
    private let database: DatabaseQueue
    private let phone: TestPhone
    /// SHA-256 of the phone's certificate.
    private let digest: SHA256Digest
    /// The entry of a known account's certificate; nil for an unknown account.
    private let known: VerifiedCertificates.Entry?
    private var requests: [Int: [UInt8]] = [:]

    init(_ race: Race) async throws {
        self.race = race
        test = try TestProvider(policy: Race.policy, isInMemory: true)
        var phone = try await test.registeredPhone()
        digest = SHA256.hash(data: Array(phone.certificate.utf8))
        known = race.isWarm ? try await Self.unlock(&phone, digest, test) : nil
        let newPINKey = P256.Signing.PrivateKey()
        if race.isChangePending { try await Self.startChange(to: newPINKey, of: &phone, test) }

        let beacon = try await test.beacon()
        for (strand, guess) in race.guesses.enumerated() {
            guard !guess.isRepetition else {
                requests[strand] = requests[0]
                continue
            }
            Self.number(&phone, strand)
            let right = guess.instruction == .settlePINChange && race.isChangePending ? newPINKey : phone.pinKey
            requests[strand] = try phone.request(guess, answering: beacon, right: right, isChangePending: race.isChangePending).encode()
        }
        self.phone = phone

        database = try DatabaseQueue.beside(test.directory.path("accounts.sqlite"))
        try await database.write { [test] database in
            let wait =
                race.attempts > 0 && race.attempts.isMultiple(of: Race.policy.attemptsPerRound)
                ? Timestamp(test.clock.now).milliseconds : nil
            try database.execute(sql: "UPDATE account SET attempts = ?, wait_until = ?", arguments: [race.attempts, wait])
            for table in Self.tables { try database.execute(sql: "CREATE TABLE before_\(table) AS SELECT * FROM \(table)") }
            for table in Self.tables { try database.execute(sql: "CREATE TABLE flushed_\(table) AS SELECT * FROM \(table)") }
        }
    }

    /// Runs one schedule on a reset account.
    func run(_ choices: inout Exploration.Choices, flaw: Flaw) async throws -> Record {
        try await copy(from: "before_")
        try await flush()
        let turnstile = Turnstile(strands: race.guesses.count + (race.crashes ? 1 : 0))
        let events = Mutex<[Record.Event]>([])
        let note: @Sendable (Record.Event) -> Void = { event in events.withLock { $0.append(event) } }
        let provider = provider(behind: turnstile, flaw: flaw, note)
        var record = Record()
        try await withThrowingTaskGroup(of: (Int, ProviderProblem?)?.self) { group in
            for strand in race.guesses.indices {
                group.addTask {
                    let answer = await Strand.$current.withValue(strand) { await play(strand, provider) }
                    await turnstile.end()
                    return (strand, answer)
                }
            }
            if race.crashes {
                group.addTask {
                    await turnstile.turn(of: race.guesses.count)
                    let before = try await test.account(of: phone).attempts
                    try await copy(from: "flushed_")
                    let after = try await test.account(of: phone).attempts
                    note(.crashed(before: before, after: after))
                    await turnstile.end()
                    return nil
                }
            }
            while true {
                let standing = await turnstile.standing()
                guard !standing.isEmpty else { break }
                await turnstile.go(choices.next(of: standing))
            }
            for try await case (let strand, let answer)? in group { record.answers[strand] = .some(answer) }
        }
        record.events = events.withLock { $0 }
        record.attempts = try await test.account(of: phone).attempts
        return record
    }

    private static let tables = ["account", "message", "wallet_key"]

    /// Replaces the tables by their copies.
    private func copy(from prefix: String) async throws {
        try await database.write { database in
            for table in Self.tables.reversed() { try database.execute(sql: "DELETE FROM \(table)") }
            for table in Self.tables { try database.execute(sql: "INSERT INTO \(table) SELECT * FROM \(prefix)\(table)") }
        }
    }

    /// Copies the tables as a crash would leave them after a flush.
    private func flush() async throws {
        guard race.crashes else { return }
        try await database.write { database in
            for table in Self.tables {
                try database.execute(sql: "DELETE FROM flushed_\(table); INSERT INTO flushed_\(table) SELECT * FROM \(table)")
            }
        }
    }

    private func provider(
        behind turnstile: Turnstile, flaw: Flaw, _ note: @escaping @Sendable (Record.Event) -> Void
    ) -> WalletProvider {
        let store = TurnStore(test.store, turnstile: turnstile, flaw: flaw) { [database] walletID in
            try database.write { database in
                try database.execute(
                    sql: "UPDATE account SET attempts = 0, wait_until = NULL WHERE wallet_id = ?", arguments: [walletID.text])
            }
        } settled: {
            note(.settled(strand: Strand.current ?? -1))
        } flushed: {
            try await flush()
        }
        return test.another(
            behind: store, certificates: certificates(),
            observe: { event in
                guard case .pinVerified(let isRight, let attempt) = event else { return }
                note(.verified(strand: Strand.current ?? -1, isRight: isRight, attempt: attempt))
            })
    }

    /// Returns the provider's memory before the race. A run changes it.
    private func certificates() -> VerifiedCertificates {
        let certificates = VerifiedCertificates()
        if let known { certificates.add(known, of: digest) }
        return certificates
    }

    /// Unlocks the wallet.
    ///
    /// - Returns: the entry of its certificate, with the known account.
    private static func unlock(
        _ phone: inout TestPhone, _ digest: SHA256Digest, _ test: TestProvider
    ) async throws -> VerifiedCertificates.Entry {
        let request = try phone.checkPIN(try await test.beacon())
        _ = try await test.provider.perform(.checkPIN, request.encode())
        let entry = try #require(test.provider.certificates.entry(of: digest))
        try #require(entry.pin != nil)
        return entry
    }

    /// Returns the final answer to a strand; nil for a right PIN.
    private func play(_ strand: Int, _ provider: WalletProvider) async -> ProviderProblem? {
        let guess = race.guesses[strand]
        do throws(ProviderProblem) {
            _ = try await provider.perform(guess.instruction, requests[strand] ?? [])
            return nil
        } catch {
            return error
        }
    }

    /// Gives each strand its own ascending numbers.
    private static func number(_ phone: inout TestPhone, _ strand: Int) {
        phone.sequenceNumber = Int64(100 * (strand + 1))
        phone.counter = UInt32(phone.sequenceNumber)
    }

    private static func startChange(to key: P256.Signing.PrivateKey, of phone: inout TestPhone, _ test: TestProvider) async throws {
        let request = try phone.startPINChange(try await test.beacon(), to: key)
        _ = try await test.provider.perform(.startPINChange, request.encode())
    }
}

extension TestPhone {
    /// Creates a guess with the right PIN's key or a new key.
    mutating func request(
        _ guess: Guess, answering beacon: String, right: P256.Signing.PrivateKey, isChangePending: Bool
    ) throws -> ProviderRequest {
        let key = guess.isRight ? right : P256.Signing.PrivateKey()
        guard guess.instruction == .settlePINChange else {
            let data: JSONObject =
                switch guess.instruction {
                case .deleteKeys: KeyDeletion(keys: [WalletKeyID { [UInt8](repeating: 1, count: $0) }]).json
                case .performIssuance: KeyRequest(count: 1, audience: "https://issuer.example", nonce: nil, issuer: nil).json
                default: [:]
                }
            return try request(
                InstructionMessage(claims(guess.instruction, challenge: beacon, data: data), signedBy: key), certificate: certificate)
        }
        // One PIN with two salts: two keys, of which a right PIN yields one right proof.
        let other = P256.Signing.PrivateKey()
        let text = possessionText(.settlePINChange, beacon)
        let proofs = try [key, other].map { try $0.signature(overText: text) }
        let settlement =
            isChangePending
            ? PINChangeSettlement(current: proofs[1], new: proofs[0]) : PINChangeSettlement(current: proofs[0], new: proofs[1])
        let claims = claims(.settlePINChange, challenge: beacon, data: settlement.json)
        return try request(InstructionMessage(deviceOnly: claims), certificate: certificate)
    }
}
