// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import PhoneSimulator
import TestEnvironment
import Testing

/// Plays one flow on one kind of phone with one fault after the other, each on a new phone, and examines the wallet afterwards.
struct Campaign: Sendable {
    let flow: PlayedFlow
    let phone: PhoneKind

    private let directory: URL
    private let backend: Backend

    /// Runs the body with a campaign that has its own backend, and removes all files afterwards.
    static func with<Value>(
        _ flow: PlayedFlow, _ phone: PhoneKind, _ body: @escaping @Sendable (Campaign) async throws -> Value
    ) async throws -> Value where Value: Sendable {
        try await TemporaryDirectory.with(isInMemory: false) { directory in
            let campaign = Campaign(
                flow: flow, phone: phone, directory: directory.url,
                backend: try await Backend(in: directory.url, issues: flow.issues || flow.hasCard, shares: flow.shares))
            guard let issuer = campaign.backend.issuer else { return try await body(campaign) }
            return try await issuer.serve { try await body(campaign) }
        }
    }

    /// Returns the points that the flow passes, in order.
    func points() async throws -> [Fault.Place] {
        let ending = try await onNewPhone { phone in
            try await prepare(phone)
            return try await process(phone, .play)
        }
        let report = try #require(ending.report)
        try #require(report.stuck == nil, "\(flow.name) without a fault: \(report.stuck ?? "")")
        return Fault.Place.all(report.points)
    }

    /// Plays the flow with a fault, brings it to its end (after a kill in a new process), and examines it in a last process.
    ///
    /// - Parameters:
    ///   - fault: the fault within the flow; nil for none.
    ///   - later: the fault at a later point, in the same process or the one after a kill.
    /// - Returns: nil when a fault's point was not passed.
    func play(_ fault: Fault?, then later: Fault? = nil, isForgetful: Bool = false) async throws -> Outcome? {
        let before = try await backend.accounts()
        let guesses = backend.countedAttempts
        backend.verifier?.begin()
        var outcome = Outcome(row: KillRow(flow: flow.name))
        let report: Report? = try await onNewPhone { phone in
            try await prepare(phone)
            // The process that makes the store has the seed, and no other: it would draw the same bytes.
            let seed = flow.issues && !isPreparedBefore ? Data(UUID().uuidString.utf8) : nil
            let isKill = fault?.isKill == true
            var ending = try await process(phone, .play, fault, then: isKill ? nil : later, isForgetful: isForgetful, seed: seed)
            guard fault == nil || ending.sprung != nil else { return nil }
            if let fault { outcome.row.count(fault.kind) }
            if let fault, isKill {
                if fault.kind == .lateKill { backend.clock.advance(by: fault.seconds) }
                ending = try await process(phone, .finish, then: later)
            }
            outcome.laterPoints = Fault.Place.all(ending.report?.laterPoints ?? [])
            if let later {
                guard ending.laterSprung != nil else { return nil }
                outcome.row.count(later.kind)
                if later.kind == .lateKill { backend.clock.advance(by: later.seconds) }
            }
            // Also after an error, so that state in memory cannot help.
            let last = try await process(phone, .finish)
            let guessed = phone.typed.count { flow.changesPIN || $0 == Assignment.wrongPIN }
            let counted = backend.countedAttempts - guesses
            if counted > guessed { outcome.note(\.guesses, "\(counted) attempts are counted, \(guessed) PINs can have been wrong") }
            if let seed = seed ?? phone.seed, ending.report?.stuck == nil, last.report?.stuck == nil {
                let audit = try CardAudit(in: phone.path + "/phone/app", dataKey: EarlierStore.dataKey(drawnFrom: seed))
                try await judge(audit, before, &outcome)
            }
            if ending.report == nil, !ending.isKilled { return Report.missing }
            return ending.report?.stuck == nil ? last.report ?? Report.missing : ending.report
        }
        guard let report else { return nil }
        try await judge(report, [fault, later].compactMap(\.self), before, &outcome)
        if let verifier = backend.verifier, report.stuck == nil {
            for problem in verifier.judge(report.shared) { outcome.note(problem.column, problem.text) }
        }
        let place = "\(flow.name) on \(phone), \(fault?.description ?? "no fault")" + (later.map { ", then \($0)" } ?? "")
        outcome.problems = outcome.problems.map { place + ": " + $0 }
        return outcome
    }

    /// The outcome for one wallet.
    struct Outcome: Sendable {
        var row: KillRow
        /// The problems found.
        var problems: [String] = []
        /// The points between the fault and the flow's end.
        var laterPoints: [Fault.Place] = []

        mutating func note(_ column: WritableKeyPath<KillRow, Int>, _ what: String) {
            row[keyPath: column] += 1
            problems.append(what)
        }
    }

    /// After a day only data in use is left of all wallets.
    func settle(_ row: inout KillRow) async throws {
        let orphans = try await backend.accounts().orphans
        try await backend.letADayPass()
        let left = try await backend.accounts().orphans
        row.cleaned = orphans.count - left.count
        row.orphans += left.count
        if !left.isEmpty { Issue.record("\(flow.name) on \(phone): \(left.count) unused accounts are not removed") }
    }

    // MARK: One wallet

    /// Compares a wallet's data on its card with that of the provider and the issuer.
    private func judge(_ audit: CardAudit, _ before: Backend.Accounts, _ outcome: inout Outcome) async throws {
        for problem in audit.problems { outcome.note(\.half, problem) }
        let wallets = try await backend.accounts().alive.subtracting(before.alive)
        let keys = try await backend.credentialKeys(of: wallets)
        if !audit.keys.isSubset(of: keys) { outcome.note(\.half, "a copy whose key is gone") }
        let unknown = keys.subtracting(audit.keys).subtracting(audit.idleKeys)
        if !unknown.isEmpty { outcome.note(\.orphans, "\(unknown.count) keys at the provider of which the wallet does not know") }
        if flow.hasSecondCard, !audit.idleKeys.isEmpty {
            outcome.note(\.orphans, "\(audit.idleKeys.count) keys of a deleted card were not deleted with the PIN")
        }
        if let doubled = backend.issuer?.doubledKeys, doubled > 0 { outcome.note(\.keys, "\(doubled) keys were used twice") }
    }

    private func judge(_ report: Report, _ faults: [Fault], _ before: Backend.Accounts, _ outcome: inout Outcome) async throws {
        let registers = flow.registers
        if let stuck = report.stuck { return outcome.note(\.stuck, "stuck: \(stuck)") }
        if flow.issues, report.cards != 1 { outcome.note(\.lost, "\(report.cards) cards are shown") }
        if report.isRegistered != registers { return outcome.note(\.lost, "registered: \(report.isRegistered)") }
        // A key removal that the hardware silently skips leaves a key of a deregistered account. Checking for it would keep a pending deregistration
        // on every iPhone, which cannot remove keys; the next wipe removes all unneeded keys.
        let silent = ["before key delete", "before keys delete", "before sensor delete key"]
        let isKept = faults.contains { fault in fault.kind == .error && silent.contains { fault.place.description.hasPrefix($0) } }
        if report.deviceKeys > (registers ? 1 : 0) + (isKept ? 1 : 0) || report.storeKeys != 4
            || report.sensorKeys > (registers || isKept ? 1 : 0)
        {
            outcome.note(\.keys, "\(report.deviceKeys) device keys, \(report.storeKeys) store keys, \(report.sensorKeys) of the sensor")
        }
        let after = try await backend.accounts()
        let alive = after.alive.subtracting(before.alive)
        if alive.count != (registers ? 1 : 0) + (flow.reinstalls ? 1 : 0) { outcome.note(\.orphans, "\(alive.count) accounts are used") }
        // Only a process that returns too late for an identical request may leave an account behind, which is removed after a day.
        let unused = after.orphans.subtracting(before.orphans)
        if unused.count > faults.count(where: \.isLate) { outcome.note(\.orphans, "\(unused.count) accounts are not used") }
        guard registers else { return }
        // The displayed code revokes its account and no other.
        guard let code = report.deletionCode, try await backend.revoke(with: code) else {
            return outcome.note(\.codes, "no account has the code that is shown")
        }
        if try await backend.accounts().ended.subtracting(before.ended) != alive { outcome.note(\.codes, "the code is another account's") }
    }

    /// A phone's directory and the offset of its clock.
    private final class Phone {
        let path: String
        var ahead: TimeInterval = 0
        /// The point at which the previous process was killed.
        var killedAt: String?
        /// True if a process has started to bring the flow to its end.
        var isFinished = false
        /// The PINs that the user typed as the active one.
        var typed: [String] = []
        /// The PIN that the user believes to be active; nil for the first.
        var remembers: String?
        /// The seed of the process that has made the store, if the wallet was prepared for an audit.
        var seed: Data?

        init(path: String) {
            self.path = path
        }
    }

    private func onNewPhone<Value>(_ body: (Phone) async throws -> Value) async throws -> Value {
        let path = directory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(Phone(path: path))
    }

    /// Prepares the flow in a separate process. For some flows the process is killed, or its store is changed.
    private func prepare(_ phone: Phone) async throws {
        guard isPreparedBefore else { return }
        let seed = Data(UUID().uuidString.utf8)
        let ending = try await process(phone, .prepare, flow.cutAt.map { Fault(.kill, .point($0, 1)) }, seed: seed)
        if flow.cutAt != nil {
            try #require(ending.isKilled, "the preparation goes past where it is to be cut")
        } else if flow.reinstalls {
            try #require(ending.report != nil && ending.report?.stuck == nil)
            try reinstallApp(on: phone)
        } else if flow.hasSecondCard {
            try #require(ending.report != nil && ending.report?.stuck == nil)
            let dataKey = EarlierStore.dataKey(drawnFrom: seed)
            try await backend.copyKeys(SecondCard.put(in: phone.path + "/phone/app", dataKey: dataKey))
            phone.seed = seed
        } else {
            try #require(ending.report?.stuck == nil)
            try EarlierStore.takeBack(in: phone.path + "/phone/app", dataKey: EarlierStore.dataKey(drawnFrom: seed))
        }
        phone.killedAt = nil
    }

    private var isPreparedBefore: Bool { flow.startsEarlier || flow.reinstalls || flow.hasSecondCard || flow.cutAt != nil }

    private func reinstallApp(on phone: Phone) throws {
        let directory = phone.path + "/phone"
        for name in try FileManager.default.contentsOfDirectory(atPath: directory + "/app") {
            try FileManager.default.removeItem(atPath: directory + "/app/" + name)
        }
        try SimulatedDevice(in: directory, kind: self.phone).reinstallApp()
    }

    private func process(
        _ phone: Phone, _ stage: Assignment.Stage, _ fault: Fault? = nil, then later: Fault? = nil, isForgetful: Bool = false,
        seed: Data? = nil
    ) async throws -> SubjectProcess.Ending {
        var assignment = Assignment(
            directory: phone.path, phone: self.phone.rawValue, flow: flow.name, stage: stage, fault: fault,
            base: backend.clock.now.addingTimeInterval(-phone.ahead), backend: backend.known)
        assignment.laterFault = later
        assignment.wrongPINs = phone.typed.count { $0 == Assignment.wrongPIN }
        assignment.remembers = phone.remembers
        assignment.killedAt = phone.killedAt
        assignment.isFinishedBefore = phone.isFinished
        assignment.isForgetful = isForgetful
        assignment.isPrepared = isPreparedBefore
        assignment.hasIssuer = backend.issuer != nil
        assignment.seed = seed
        let ending = try await SubjectProcess.run(assignment, backend)
        phone.ahead += ending.timePassed
        phone.typed += ending.typed
        phone.remembers = ending.remembers ?? phone.remembers
        phone.killedAt = ending.isKilled ? ending.laterSprung ?? ending.sprung : nil
        phone.isFinished = phone.isFinished || stage == .finish || stage == .play && fault?.isKill != true
        return ending
    }
}

extension VerifierHouse.Problem {
    /// The column that counts it.
    fileprivate var column: WritableKeyPath<KillRow, Int> {
        switch kind {
        case .twice: \.twice
        case .events: \.events
        case .differ: \.differ
        }
    }
}
