// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// The file names of the journals in a directory.
///
/// Each writing process has a *slot*, a number from 1. A slot consists of consecutive segments (`3.00000007.journal`). A snapshot
/// (`3.00000006.snapshot`) replaces all segments up to its number. The head file (`3.tips`) records the ends of all slots as the process
/// has seen them.
struct JournalNames: Sendable {
    let directory: String
    /// The file access.
    var files = JournalFiles.system

    static let slots = 1...64

    func lock(_ slot: Int) -> String { "\(directory)/\(slot).lock" }
    func segment(_ slot: Int, _ number: Int) -> String { "\(directory)/\(slot).\(Self.text(number)).journal" }
    func heads(_ slot: Int) -> String { "\(directory)/\(slot).tips" }
    func snapshot(_ slot: Int, _ number: Int) -> String { "\(directory)/\(slot).\(Self.text(number)).snapshot" }

    /// The files of one slot.
    struct Slot: Sendable, Hashable {
        var segments: [Int] = []
        /// The number of the newest snapshot; 0 without a snapshot.
        var snapshot = 0
        var olderSnapshots: [Int] = []

        /// The segments that no snapshot has replaced.
        var current: [Int] { segments.filter { $0 > snapshot } }
    }

    /// Returns the slots that have files; empty also if the directory does not exist.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the directory is unreadable.
    func found() throws(AccountStoreError) -> [Int: Slot] {
        var slots: [Int: Slot] = [:]
        for name in try list() {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let slot = Int(parts[0]), Self.slots.contains(slot), parts[1].utf8.count == 8,
                let number = Int(parts[1]), number > 0
            else { continue }
            if parts[2] == "journal" {
                slots[slot, default: Slot()].segments.append(number)
            } else if parts[2] == "snapshot" {
                let former = slots[slot, default: Slot()].snapshot
                if former > 0 { slots[slot]?.olderSnapshots.append(former) }
                slots[slot, default: Slot()].snapshot = number
            }
        }
        return slots
    }

    /// Returns the slots with a head file.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the directory is unreadable.
    func heads() throws(AccountStoreError) -> [Int] {
        try list().compactMap { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == "tips", let slot = Int(parts[0]), Self.slots.contains(slot) else { return nil }
            return slot
        }
    }

    /// Returns the incomplete snapshots that an interrupted process left in a slot.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if the directory is unreadable.
    func unfinishedSnapshots(of slot: Int) throws(AccountStoreError) -> [String] {
        try list().filter { $0.hasPrefix("\(slot).") && $0.hasSuffix(".snapshot.new") }.map { "\(directory)/\($0)" }
    }

    /// Returns true if the directory exists.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` if it is unreadable.
    func exists() throws(AccountStoreError) -> Bool { try names() != nil }

    private func list() throws(AccountStoreError) -> [String] { try names()?.sorted() ?? [] }

    private func names() throws(AccountStoreError) -> [String]? {
        do {
            return try files.list(directory)
        } catch {
            throw AccountStoreError(.unavailable, "the directory of journals \(directory) cannot be read")
        }
    }

    private static func text(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }
}
