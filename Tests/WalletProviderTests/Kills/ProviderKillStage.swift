// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import HSM
import JOSE
import JSON
import KillLink
import PhoneSimulator
import PostgresCluster
import ProviderProtocol
import SwiftASN1
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderSQLite
import WitnessFiles
import X509

/// A database, journals and keys that outlive every process, and the client side of a phone that always retries.
final class ProviderKillStage {
    private let directory: TemporaryDirectory
    private let assignment: ProviderAssignment
    private let authority: DevelopmentAppleCA
    private let stores: TestStores
    private var subject: ProviderSubjectProcess
    /// The database as seen from outside.
    private(set) var store: any AccountStore & AuditStore & WitnessedAccounts

    /// True if a killed process takes the machine with it: the database then loses what was not flushed. SQLite only.
    var losesUnflushed = false
    /// The number of times that something was lost.
    private(set) var losses = 0

    /// The number of PINs verified since the process was armed, by it and its successors.
    private(set) var verified = 0
    /// The point at which the process was killed; nil if it was not.
    private(set) var sprung: String?

    init(_ kind: StoreKind) async throws {
        directory = try TemporaryDirectory()
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        stores = try await TestStores(kind, stopsClock: false)
        store = try await stores.open()
        assignment = ProviderAssignment(
            database: try #require(stores.file ?? stores.server?.address()), isPostgres: kind == .postgres,
            directory: directory.url.path, publicURL: TestProvider.publicURL, appleRoot: try authority.root.serializeAsPEM().pemString,
            teamID: "ABCDE12345", bundleID: "nl.example.wallet")
        subject = try await ProviderSubjectProcess(assignment)
    }

    func end() async { await subject.end() }

    /// Kills the process when it next passes this point; nil lists the points instead.
    func arm(_ place: Fault.Place?) async throws {
        // A process derives the key of the day's beacons once; so every run passes the same points.
        _ = try await beacon()
        (verified, sprung) = (0, nil)
        try await subject.arm(place)
    }

    /// Returns the points passed since the process was armed.
    func points() async throws -> [Fault.Place] {
        guard case .points(let names) = try await subject.ask(.points) else { return [] }
        var occurrences: [String: Int] = [:]
        return names.map { name in
            occurrences[name, default: 0] += 1
            return .point(name, occurrences[name, default: 1])
        }
    }

    // MARK: A client that retries

    /// Sends the same bytes until they are answered. If the process is killed, a new unarmed process takes over.
    func send(_ endpoint: Endpoint, _ body: [UInt8]) async throws -> [UInt8] {
        let (status, answer) = try await answered(.request(endpoint.path, body: Data(body)))
        guard status < 300 else { throw try ProviderProblem(parsing: answer, status: status) }
        return answer
    }

    func revoke(_ phone: TestPhone) async throws -> Bool { try await answered(.revoke(phone.walletID.text)).0 == 200 }

    /// Carries out an operator's act once. If the process is killed, a new one is started, but the act is not repeated.
    ///
    /// - Returns: true if the act was answered successfully.
    func tried(_ asked: ProviderAsked) async throws -> Bool {
        do {
            return try await once(asked).0 == 200
        } catch is ProviderSubjectProcess.Killed {
            try await restart()
            return false
        }
    }

    /// Runs the witness's daily maintenance; a new process repeats it if the first is killed.
    func maintain() async throws {
        do {
            _ = try await subject.ask(.maintain)
        } catch is ProviderSubjectProcess.Killed {
            try await restart()
            _ = try await subject.ask(.maintain)
        }
    }

    /// Returns the database's state of a wallet, with all outcomes of the running process.
    func account(of phone: TestPhone) async throws -> WitnessedAccount? {
        _ = try await subject.ask(.commitOutcomes)
        return try await store.witnessedAccount(phone.walletID)
    }

    /// Leaves a witness slot without a process, containing the database's state of this phone.
    func abandonSlot(about phone: TestPhone) async throws {
        let journals = try await WitnessJournals(directory: directory.path("journals"), timeouts: .patient, hsm: hsm())
        if let account = try await store.witnessedAccount(phone.walletID) { try await journals.append(.account(account)) }
        await journals.close()
    }

    func accounts() async throws -> Int { try await store.witnessedAccounts(after: nil, limit: 100_000).count }

    private func answered(_ asked: ProviderAsked) async throws -> (Int, [UInt8]) {
        do {
            return try await once(asked)
        } catch is ProviderSubjectProcess.Killed {
            try await restart()
            return try await once(asked)
        }
    }

    private func restart() async throws {
        (verified, sprung) = (verified + subject.verified, subject.sprung)
        if losesUnflushed { try loseUnflushed() }
        subject = try await ProviderSubjectProcess(assignment)
    }

    /// Puts the files in the state of the last flush.
    private func loseUnflushed() throws {
        let path = assignment.database
        guard FileManager.default.fileExists(atPath: path + ".flushed") else { return }
        try (store as? SQLiteAccountStore)?.close()
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + suffix) {
            try FileManager.default.removeItem(atPath: path + suffix)
        }
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: path + ".flushed" + suffix) {
            try FileManager.default.moveItem(atPath: path + ".flushed" + suffix, toPath: path + suffix)
        }
        store = try SQLiteAccountStore(path: path, timeouts: .patient)
        losses += 1
    }

    private func once(_ asked: ProviderAsked) async throws -> (Int, [UInt8]) {
        guard case .response(let status, let body) = try await subject.ask(asked) else { throw ProviderSubjectProcess.Killed() }
        return (status, Array(body))
    }

    /// All PINs verified since the process was armed.
    var allVerified: Int { verified + subject.verified }

    // MARK: Phones

    func register(_ phone: inout TestPhone) async throws { try await phone.register(by: authority, over: send) }

    func beacon() async throws -> String {
        try SingleMemberAnswer(parsing: try await send(.beacon, []), expecting: .beacon).value
    }

    /// Asks for the account's state.
    ///
    /// - Throws: the problem with which the provider refuses the wallet's other messages.
    func ask(_ phone: inout TestPhone) async throws {
        let body = try phone.message(.walletStatus, try await beacon()).encode()
        let token = try InstructionAnswer(parsing: try await send(.instruction(.walletStatus), body)).result
        var reader = JSONReader(try JSONObject(parsing: try CompactJWS(parsing: token).payload))
        guard case .revoked(let reason, let canRegister) = try AccountStatus(reader.object("result")) else { return }
        throw ProviderProblem.accountRevoked(reason: reason, canRegisterNewWallet: canRegister)
    }

    /// Carries out an instruction of the phone. If the outcome is unknown, which a user sees as "try again", it is sent once more.
    ///
    /// - Parameter counts: the number of messages with a PIN.
    func perform(
        _ instruction: Instruction, _ phone: inout TestPhone, _ counts: inout Int,
        _ make: (inout TestPhone, _ beacon: String) throws -> ProviderRequest
    ) async throws -> JSONObject? {
        for _ in 1...2 {
            let beacon = try await beacon()
            counts += 1
            do {
                let answer = try await send(.instruction(instruction), try make(&phone, beacon).encode())
                let token = try InstructionAnswer(parsing: answer).result
                var reader = JSONReader(try JSONObject(parsing: try CompactJWS(parsing: token).payload))
                guard case .object(let result)? = try? reader.value("result") else { return nil }
                return result
            } catch let problem as ProviderProblem where problem == .instructionRejected {
                continue
            }
        }
        throw ProviderProblem.instructionRejected
    }

    /// Tries a PIN and returns the problem; nil if it was right.
    func tryPIN(_ phone: inout TestPhone, _ counts: inout Int, wrong: Bool = false) async throws -> ProviderProblem? {
        let key = wrong ? P256.Signing.PrivateKey() : nil
        do {
            _ = try await perform(.checkPIN, &phone, &counts) { try $0.checkPIN($1, pinKey: key) }
            return nil
        } catch let problem as ProviderProblem {
            return problem
        }
    }

    /// The keys shared by all processes.
    func hsm() throws -> SoftwareHSM { try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret")) }

    /// Returns the disagreement between database and witness; nil if there is no disagreement.
    func disagreement(about phone: TestPhone) async throws -> String? {
        let ledger = try await WitnessJournals.ledger(in: directory.path("journals"), timeouts: .patient, hsm: hsm())
        let findings = try await WitnessComparison(
            store, with: ledger, unusedAccountLifetime: 86_400_000, now: Timestamp(Date())
        ).findings()
        if findings.isBehind { return findings.text }
        guard let account = try await store.witnessedAccount(phone.walletID) else { return "no account" }
        guard let witnessed = ledger.accounts[phone.walletID] else { return "no witness" }
        if witnessed.pin != account.pin { return "PIN keys that no journal has" }
        if witnessed.end?.reason != account.end?.reason { return "an end that no journal has" }
        let attempt = max(witnessed.attempts.sequenceNumber, ledger.intents[phone.walletID]?.sequenceNumber ?? 0)
        if attempt != account.attempts.sequenceNumber { return "an attempt that no journal has" }
        return nil
    }
}
