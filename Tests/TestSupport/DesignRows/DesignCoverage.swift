// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// What a suite took of the functional design on one platform.
package struct DesignCoverage: Sendable {
    /// Rows that nothing can take yet, and why.
    package typealias Exceptions = [(reason: String, rows: [String])]

    /// Where: a kind of phone, or `browser`.
    package let platform: String
    /// What exists there.
    package let rows: [DesignRow]
    /// What was taken; rows of other flows are left out.
    package let taken: Set<String>
    /// Why a row was not; only of rows that exist there.
    package let exceptions: [String: String]

    /// - Parameters:
    ///   - rows: the steps and branches that exist on the platform.
    ///   - taken: what the suite's traces recorded.
    package init(of platform: String, rows: [DesignRow], taken: Set<String>, exceptions: Exceptions) {
        self.platform = platform
        self.rows = rows.filter(\.isTaken)
        let names = Set(self.rows.map(\.name))
        self.taken = taken.intersection(names)
        let pairs = exceptions.flatMap { exception in exception.rows.map { ($0, exception.reason) } }
        self.exceptions = Dictionary(pairs, uniquingKeysWith: { first, _ in first }).filter { names.contains($0.key) }
    }

    /// Never taken, and no exception.
    package var missing: [String] { rows.map(\.name).filter { !taken.contains($0) && exceptions[$0] == nil } }

    /// Taken, although it was said that nothing can.
    package var needlessExceptions: [String] { exceptions.keys.filter(taken.contains).sorted() }

    /// Leaves a file for `make coverage-of-design` in the folder that `WALLET_DESIGN_COVERAGE` names, if it does.
    package func record() throws {
        guard let folder = ProcessInfo.processInfo.environment["WALLET_DESIGN_COVERAGE"], !folder.isEmpty else { return }
        struct Entry: Encodable {
            let design, row: String
            let taken: Bool
            let exception: String?
        }
        let entries = rows.map { Entry(design: $0.design, row: $0.number, taken: taken.contains($0.name), exception: exceptions[$0.name]) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try encoder.encode(entries).write(to: URL(filePath: folder).appending(path: "\(platform).json"))
    }
}
