// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The rows of the functional design that a suite took on one platform.
package struct DesignCoverage: Sendable {
    /// Rows that no test can take yet, with the reasons.
    package typealias Exceptions = [(reason: String, rows: [String])]

    /// The platform: a kind of phone, or `browser`.
    package let platform: String
    /// The rows that exist on the platform.
    package let rows: [DesignRow]
    /// The rows taken; those of other flows are ignored.
    package let taken: Set<String>
    /// The reasons for rows not taken; only for rows that exist on the platform.
    package let exceptions: [String: String]

    /// - Parameters:
    ///   - rows: the steps and branches that exist on the platform.
    ///   - taken: the rows recorded by the suite's traces.
    package init(of platform: String, rows: [DesignRow], taken: Set<String>, exceptions: Exceptions) {
        self.platform = platform
        self.rows = rows.filter(\.isTaken)
        let names = Set(self.rows.map(\.name))
        self.taken = taken.intersection(names)
        let pairs = exceptions.flatMap { exception in exception.rows.map { ($0, exception.reason) } }
        self.exceptions = Dictionary(pairs, uniquingKeysWith: { first, _ in first }).filter { names.contains($0.key) }
    }

    /// Rows neither taken nor excepted.
    package var missing: [String] { rows.map(\.name).filter { !taken.contains($0) && exceptions[$0] == nil } }

    /// Excepted rows that were taken.
    package var needlessExceptions: [String] { exceptions.keys.filter(taken.contains).sorted() }

    /// Writes a file for `make coverage-of-design` to the folder that `WALLET_DESIGN_COVERAGE` names, if set.
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
