// SPDX-License-Identifier: EUPL-1.2

import Foundation
import KillLink
import SimulatedPhone
import Testing

/// Plays one flow on one kind of phone with one fault after the other, each on a new phone, and looks what became of the wallet.
struct Campaign: Sendable {
    let flow: String
    let phone: PhoneKind
    /// Whether the flow's wallets are registered when it is at its end.
    let registers: Bool
    /// Whether the flow polls by itself, so that not every later point is passed each time.
    let polls: Bool
    /// Whether the flow begins with a store of the version before.
    let startsEarlier: Bool
    /// Whether the flow ends with a card.
    let issues: Bool

    private let directory: URL
    private let backend: Backend

    /// Runs the body with a campaign of its own backend, and removes all files afterwards.
    static func with<Value>(
        _ flow: String, _ phone: PhoneKind, registers: Bool = true, polls: Bool = false, startsEarlier: Bool = false,
        issues: Bool = false, _ body: @escaping @Sendable (Campaign) async throws -> Value
    ) async throws -> Value where Value: Sendable {
        let directory = FileManager.default.temporaryDirectory.appending(path: "kill-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let campaign = Campaign(
            flow: flow, phone: phone, registers: registers, polls: polls, startsEarlier: startsEarlier, issues: issues,
            directory: directory, backend: try await Backend(in: directory, issues: issues))
        guard let issuer = campaign.backend.issuer else { return try await body(campaign) }
        return try await issuer.serve { try await body(campaign) }
    }

    /// The points that the flow passes, in their order, each with its number among those of its name.
    func points() async throws -> [Fault.Place] {
        var occurrences: [String: Int] = [:]
        let ending = try await onNewPhone { phone in
            try await prepare(phone)
            return try await process(phone, .play, nil)
        }
        let report = try #require(ending.report)
        try #require(report.stuck == nil, "\(flow) without a fault: \(report.stuck ?? "")")
        return report.points.map { name in
            occurrences[name, default: 0] += 1
            return .point(name, occurrences[name, default: 1])
        }
    }

    /// Plays the flow with a fault, and, after a kill, starts the wallet again and brings it to its end.
    ///
    /// - Parameter second: kills the process that brings it to its end, too, at so many of its points, n from 1; then a third one does.
    /// - Returns: nil when the second kill's point was not passed, or the first fault's in a flow that polls.
    func play(_ fault: Fault, thenKillAt second: Int? = nil, isForgetful: Bool = false) async throws -> Outcome? {
        let before = try await backend.accounts()
        var outcome = Outcome(row: KillRow(flow: flow))
        let report: Report? = try await onNewPhone { phone in
            try await prepare(phone)
            let seed = issues ? Data(UUID().uuidString.utf8) : nil
            var ending = try await process(phone, .play, fault, isForgetful: isForgetful, seed: seed)
            guard ending.sprung != nil else {
                try #require(polls && !fault.isFirst, "the point was not passed: \(fault)")
                return nil
            }
            outcome.row.count(fault.kind)
            if fault.kind == .lateKill { backend.clock.advance(by: fault.seconds) }
            if let second {
                ending = try await process(phone, .finish, Fault(.kill, .ordinal(second)))
                guard ending.isKilled else { return nil }
                outcome.row.count(.kill)
            }
            // Also after an error: what lives on in memory must not be what helps.
            let last = try await process(phone, .finish, nil)
            if let seed, ending.report?.stuck == nil, last.report?.stuck == nil {
                let audit = try CardAudit(in: phone.path + "/phone/app", dataKey: EarlierStore.dataKey(drawnFrom: seed))
                try await judge(audit, before, &outcome)
            }
            return ending.report?.stuck == nil ? last.report ?? Report.missing : ending.report
        }
        guard let report else { return nil }
        try await judge(report, fault, before, &outcome)
        let place = "\(flow) on \(phone), \(fault)" + (second.map { ", then a kill at point \($0)" } ?? "")
        outcome.problems = outcome.problems.map { place + ": " + $0 }
        return outcome
    }

    /// What became of one wallet.
    struct Outcome: Sendable {
        var row: KillRow
        /// What is wrong with it.
        var problems: [String] = []

        mutating func note(_ column: WritableKeyPath<KillRow, Int>, _ what: String) {
            row[keyPath: column] += 1
            problems.append(what)
        }
    }

    /// A day later nothing of all wallets is left but what they use.
    func settle(_ row: inout KillRow) async throws {
        let orphans = try await backend.accounts().orphans
        try await backend.letADayPass()
        let left = try await backend.accounts().orphans
        row.cleaned = orphans.count - left.count
        row.orphans += left.count
        if !left.isEmpty { Issue.record("\(flow) on \(phone): \(left.count) unused accounts are not removed") }
    }

    // MARK: One wallet

    /// What a wallet keeps of its card, and what the provider and the issuer keep for it.
    private func judge(_ audit: CardAudit, _ before: Backend.Accounts, _ outcome: inout Outcome) async throws {
        for problem in audit.problems { outcome.note(\.half, problem) }
        let wallets = try await backend.accounts().alive.subtracting(before.alive)
        let keys = try await backend.credentialKeys(of: wallets)
        if !audit.keys.isSubset(of: keys) { outcome.note(\.half, "a copy whose key is gone") }
        let unknown = keys.subtracting(audit.keys).subtracting(audit.idleKeys)
        if !unknown.isEmpty { outcome.note(\.orphans, "\(unknown.count) keys at the provider of which the wallet does not know") }
        if let doubled = backend.issuer?.doubledKeys, doubled > 0 { outcome.note(\.keys, "\(doubled) keys were used twice") }
    }

    private func judge(_ report: Report, _ fault: Fault, _ before: Backend.Accounts, _ outcome: inout Outcome) async throws {
        if let stuck = report.stuck { return outcome.note(\.stuck, "stuck: \(stuck)") }
        if issues, report.cards != 1 { outcome.note(\.lost, "\(report.cards) cards are shown") }
        if report.isRegistered != registers { return outcome.note(\.lost, "registered: \(report.isRegistered)") }
        if report.deviceKeys > (registers ? 1 : 0) || report.storeKeys != 2 {
            outcome.note(\.keys, "\(report.deviceKeys) device keys and \(report.storeKeys) store keys")
        }
        let after = try await backend.accounts()
        let alive = after.alive.subtracting(before.alive)
        if alive.count != (registers ? 1 : 0) { outcome.note(\.orphans, "\(alive.count) accounts are used") }
        // Only who comes back too late for the same bytes may leave an account behind; it goes after a day.
        let unused = after.orphans.subtracting(before.orphans)
        let isLate = fault.kind == .delay || fault.kind == .lateKill
        if unused.count > (isLate ? 1 : 0) { outcome.note(\.orphans, "\(unused.count) accounts are not used") }
        guard registers else { return }
        // The code that it shows ends its account, and no other.
        guard let code = report.deletionCode, try await backend.revoke(with: code) else {
            return outcome.note(\.codes, "no account has the code that is shown")
        }
        if try await backend.accounts().ended.subtracting(before.ended) != alive { outcome.note(\.codes, "the code is another account's") }
    }

    /// A phone's directory, and how far its clock is ahead.
    private final class Phone {
        let path: String
        var ahead: TimeInterval = 0
        var killed = 0
        /// The point at which the process before was killed.
        var killedAt: String?

        init(path: String) {
            self.path = path
        }
    }

    private func onNewPhone<Value>(_ body: (Phone) async throws -> Value) async throws -> Value {
        let path = directory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(Phone(path: path))
    }

    /// Has the flow prepared by a process of its own, and the store taken back, when it begins so.
    private func prepare(_ phone: Phone) async throws {
        guard startsEarlier else { return }
        let seed = Data(UUID().uuidString.utf8)
        let ending = try await process(phone, .prepare, nil, seed: seed)
        try #require(ending.report?.stuck == nil)
        try EarlierStore.takeBack(in: phone.path + "/phone/app", dataKey: EarlierStore.dataKey(drawnFrom: seed))
        phone.killed = 0
    }

    private func process(
        _ phone: Phone, _ stage: Assignment.Stage, _ fault: Fault?, isForgetful: Bool = false, seed: Data? = nil
    ) async throws -> SubjectProcess.Ending {
        var assignment = Assignment(
            directory: phone.path, phone: self.phone.rawValue, flow: flow, stage: stage, fault: fault,
            base: backend.clock.now.addingTimeInterval(-phone.ahead), backend: backend.known)
        assignment.earlierProcesses = phone.killed
        assignment.killedAt = phone.killedAt
        assignment.isForgetful = isForgetful
        assignment.isPrepared = startsEarlier
        assignment.seed = seed
        let ending = try await SubjectProcess.run(assignment, backend)
        phone.ahead += ending.timePassed
        phone.killed += 1
        phone.killedAt = ending.isKilled ? ending.sprung : nil
        return ending
    }
}

extension Report {
    /// Of a process that died without being told to.
    static var missing: Report {
        var report = Report()
        report.stuck = "the process has ended without a report"
        return report
    }
}
