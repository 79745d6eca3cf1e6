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
    /// - Parameters:
    ///   - directory: the folder of the pages.
    ///   - names: pairs of a name in the pages and the name to show instead, replaced in this order. So a name that is part of a longer
    ///     name must come after it.
    /// - Throws: `MissingAsset` when the folder is missing or a page is not readable.
    init(directory: URL, replacing names: [(name: String, replacement: String)] = []) throws {
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw MissingAsset(name: directory.lastPathComponent)
        }
        var tables: [String: DesignTable] = [:]
        for file in files where file.hasSuffix(".md") && file != "README.md" {
            guard let page = try? String(contentsOf: directory.appending(path: file), encoding: .utf8) else {
                throw MissingAsset(name: file)
            }
            do {
                let named = names.reduce(page) { $0.replacingOccurrences(of: $1.name, with: $1.replacement) }
                tables[String(file.dropLast(3))] = try DesignTable(parsing: named)
            } catch {
                throw MissingAsset(name: "\(file), \(error)")
            }
        }
        self.tables = tables
    }

    /// The documented flows, by name.
    var flows: Set<String> { Set(tables.keys) }

    /// Returns the table of a flow; nil when the flow is not documented.
    func table(of design: String) -> DesignTable? { tables[design] }
}
