// SPDX-License-Identifier: EUPL-1.2

import Foundation
import FuzzTargets
import Testing

/// Every library product of Package.swift is fuzzed, or Documentation/testing.md says why not.
struct FuzzedProductsTests {
    @Test func `the page lists every library product, with targets that exist or a reason`() throws {
        let products = try Self.text("Package.swift").matches(of: #/\.library\(name: "(\w+)"/#).map { String($0.output.1) }
        let rows = try Self.rows()
        #expect(products.count > 10)
        for product in products {
            let row = try #require(rows[product], "\(product) has no row")
            let targets = Self.names(in: row)
            #expect(!targets.isEmpty || row.hasPrefix("none: "), "\(product) has no target and no reason")
            for target in targets {
                let exists = FuzzTarget.all.contains { $0.name == target }
                #expect(exists, "\(target) of \(product) is not a target")
            }
        }
    }

    @Test func `the page lists every target`() throws {
        let listed = Set(try Self.rows().values.flatMap { Self.names(in: $0) })
        #expect(Set(FuzzTarget.all.map(\.name)).subtracting(listed).isEmpty)
    }

    /// The second column of the page's table by the product in the first.
    private static func rows() throws -> [String: String] {
        let page = try text("Documentation/testing.md")
        let start = try #require(page.range(of: "| library product |"))
        let lines = page[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
        var rows: [String: String] = [:]
        for line in lines.prefix(while: { $0.hasPrefix("|") }) {
            let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            if columns.count == 2, let product = names(in: columns[0]).first { rows[product] = columns[1] }
        }
        return rows
    }

    /// The names between backticks.
    private static func names(in text: String) -> [String] { text.matches(of: #/`([^`]+)`/#).map { String($0.output.1) } }

    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
