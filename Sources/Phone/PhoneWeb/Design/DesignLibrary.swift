// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WebPages

/// The documented flows of the functional design, by number.
struct DesignLibrary: Sendable {
    private let tables: [String: DesignTable]

    /// - Parameter tables: the tables by flow, such as `UC2.3`.
    init(tables: [String: DesignTable]) {
        self.tables = tables
    }

    /// Reads every page except `README.md`; each describes one flow.
    ///
    /// - Throws: `MissingAsset` when the folder is missing or a page is not readable.
    init(directory: URL) throws {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw MissingAsset(name: directory.lastPathComponent)
        }
        var tables: [String: DesignTable] = [:]
        for file in files where file.hasSuffix(".md") && file != "README.md" {
            guard let page = try? String(contentsOf: directory.appending(path: file), encoding: .utf8) else {
                throw MissingAsset(name: file)
            }
            do {
                tables[String(file.dropLast(3))] = try DesignTable(parsing: page)
            } catch {
                throw MissingAsset(name: "\(file), \(error)")
            }
        }
        self.tables = tables
    }

    /// Returns the table of a flow; nil when the flow is not documented.
    func table(of design: String) -> DesignTable? { tables[design] }
}
