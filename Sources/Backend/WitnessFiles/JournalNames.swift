// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// The files of all journals in a directory.
///
/// Each process that writes has a *slot*, a number from 1, and in it segments (`3.00000007.journal`) that follow one another. A snapshot
/// (`3.00000006.snapshot`) stands for all segments up to its number. Beside them is how far its process has seen all slots (`3.tips`).
struct JournalNames: Sendable {
    let directory: String
    /// How it is read.
    var files = JournalFiles.system

    static let slots = 1...64

    func lock(_ slot: Int) -> String { "\(directory)/\(slot).lock" }
    func segment(_ slot: Int, _ number: Int) -> String { "\(directory)/\(slot).\(Self.text(number)).journal" }
    func tips(_ slot: Int) -> String { "\(directory)/\(slot).tips" }
    func snapshot(_ slot: Int, _ number: Int) -> String { "\(directory)/\(slot).\(Self.text(number)).snapshot" }

    /// What there is of one slot.
    struct Slot: Sendable, Hashable {
        var segments: [Int] = []
        /// The newest snapshot's number; 0 without one.
        var snapshot = 0
        var olderSnapshots: [Int] = []

        /// The segments that no snapshot stands for.
        var current: [Int] { segments.filter { $0 > snapshot } }
    }

    /// Every slot with any file; empty also when there is no directory.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when the directory cannot be read.
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

    /// The slots with a file of tips.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when the directory cannot be read.
    func tips() throws(AccountStoreError) -> [Int] {
        try list().compactMap { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1] == "tips", let slot = Int(parts[0]), Self.slots.contains(slot) else { return nil }
            return slot
        }
    }

    /// What is left of snapshots of a slot whose process was ended while it wrote them.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when the directory cannot be read.
    func unfinishedSnapshots(of slot: Int) throws(AccountStoreError) -> [String] {
        try list().filter { $0.hasPrefix("\(slot).") && $0.hasSuffix(".snapshot.new") }.map { "\(directory)/\($0)" }
    }

    /// Whether the directory is there.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` when it cannot be read.
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
