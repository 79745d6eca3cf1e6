// SPDX-License-Identifier: EUPL-1.2

import Crypto
import GRDB
import JOSE
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider

/// A wallet whose account is reset before each run of a race, with the race's requests, which are signed once.
struct RaceStage {
    private let race: Race
    private let test: TestProvider
    private let database: DatabaseQueue
    private let phone: TestPhone
    private var requests: [Int: [UInt8]] = [:]

    init(_ race: Race) async throws {
        self.race = race
        test = try TestProvider(policy: Race.policy, isInMemory: true)
        var phone = try await test.registeredPhone()
        let newPINKey = P256.Signing.PrivateKey()
        if race.isChangePending { try await Self.startChange(to: newPINKey, of: &phone, test) }

        var challenges: [Instruction: String] = [:]
        for instruction in Set(race.guesses.filter { !$0.fetchesChallenge }.map(\.instruction)) {
            challenges[instruction] = try await Self.challenge(for: instruction, of: &phone, test)
        }
        for (strand, guess) in race.guesses.enumerated() {
            guard !guess.isRepetition else {
                requests[strand] = requests[0]
                continue
            }
            guard let challenge = challenges[guess.instruction] else { continue }
            Self.number(&phone, strand)
            let right = guess.instruction == .settlePINChange && race.isChangePending ? newPINKey : phone.pinKey
            requests[strand] = try phone.request(guess, answering: challenge, right: right, isChangePending: race.isChangePending).encode()
        }
        self.phone = phone

        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(5)
        database = try DatabaseQueue(path: test.directory.path("accounts.sqlite"), configuration: configuration)
        try await database.write { [test] database in
            let wait =
                race.attempts > 0 && race.attempts.isMultiple(of: Race.policy.attemptsPerRound)
                ? Timestamp(test.clock.now).milliseconds : nil
            try database.execute(sql: "UPDATE account SET attempts = ?, wait_until = ?", arguments: [race.attempts, wait])
            try database.execute(sql: "CREATE TABLE before AS SELECT * FROM account")
        }
    }

    /// Runs one schedule on a reset account.
    func run(_ choices: inout Exploration.Choices, flaw: Flaw) async throws -> Record {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM account; INSERT INTO account SELECT * FROM before")
        }
        let turnstile = Turnstile(strands: race.guesses.count)
        let events = Mutex<[Record.Event]>([])
        let provider = provider(behind: turnstile, flaw: flaw) { event in events.withLock { $0.append(event) } }
        var record = Record()
        try await withThrowingTaskGroup(of: (Int, ProviderProblem?).self) { group in
            for strand in race.guesses.indices {
                group.addTask {
                    let answer = try await Strand.$current.withValue(strand) { try await play(strand, provider) }
                    await turnstile.end()
                    return (strand, answer)
                }
            }
            while true {
                let standing = await turnstile.standing()
                guard !standing.isEmpty else { break }
                await turnstile.go(choices.next(of: standing))
            }
            for try await (strand, answer) in group { record.answers[strand] = .some(answer) }
        }
        record.events = events.withLock { $0 }
        record.attempts = try await test.account(of: phone).attempts
        return record
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
        }
        return WalletProvider(
            configuration: test.provider.configuration, store: store, hsm: test.hsm, clock: { [test] in test.clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            observe: { event in
                guard case .pinVerified(let isRight, let attempt) = event else { return }
                note(.verified(strand: Strand.current ?? -1, isRight: isRight, attempt: attempt))
            })
    }

    /// Returns the final answer to a strand; nil for a right PIN.
    private func play(_ strand: Int, _ provider: WalletProvider) async throws -> ProviderProblem? {
        let guess = race.guesses[strand]
        do {
            var body = requests[strand] ?? []
            if guess.fetchesChallenge {
                var phone = phone
                Self.number(&phone, strand)
                let answer = try await provider.issueChallenge(phone.challengeRequest(for: guess.instruction.rawValue).encode())
                let challenge = try SingleMemberAnswer(parsing: answer, expecting: .challenge).value
                body = try phone.request(guess, answering: challenge, right: phone.pinKey, isChangePending: false).encode()
            }
            _ = try await provider.perform(guess.instruction, body)
            return nil
        } catch let problem as ProviderProblem {
            return problem
        }
    }

    /// Gives each strand its own ascending numbers.
    private static func number(_ phone: inout TestPhone, _ strand: Int) {
        phone.sequenceNumber = Int64(100 * (strand + 1))
        phone.counter = UInt32(phone.sequenceNumber)
    }

    private static func challenge(for instruction: Instruction, of phone: inout TestPhone, _ test: TestProvider) async throws -> String {
        let answer = try await test.provider.issueChallenge(phone.challengeRequest(for: instruction.rawValue).encode())
        return try SingleMemberAnswer(parsing: answer, expecting: .challenge).value
    }

    private static func startChange(to key: P256.Signing.PrivateKey, of phone: inout TestPhone, _ test: TestProvider) async throws {
        let challenge = try await challenge(for: .startPINChange, of: &phone, test)
        let proof = Array(try key.signature(for: Array(challenge.utf8)).rawRepresentation)
        let claims = phone.claims(
            .startPINChange, challenge: challenge, data: PINChangeStart(newPINPublicKey: JWK(key.publicKey), proof: proof).json)
        let request = try phone.request(InstructionMessage(claims, signedBy: phone.pinKey), certificate: phone.certificate)
        _ = try await test.provider.perform(.startPINChange, request.encode())
    }
}

extension TestPhone {
    /// Creates a guess with the right PIN's key or a new key.
    mutating func request(
        _ guess: Guess, answering challenge: String, right: P256.Signing.PrivateKey, isChangePending: Bool
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
                InstructionMessage(claims(guess.instruction, challenge: challenge, data: data), signedBy: key), certificate: certificate)
        }
        // One PIN with two salts: two keys, of which a right PIN yields one right proof.
        let other = P256.Signing.PrivateKey()
        let proofs = try [key, other].map { Array(try $0.signature(for: Array(challenge.utf8)).rawRepresentation) }
        let settlement =
            isChangePending
            ? PINChangeSettlement(current: proofs[1], new: proofs[0]) : PINChangeSettlement(current: proofs[0], new: proofs[1])
        let claims = claims(.settlePINChange, challenge: challenge, data: settlement.json)
        return try request(InstructionMessage(deviceOnly: claims), certificate: certificate)
    }
}
