// SPDX-License-Identifier: EUPL-1.2

/// One flow of the functional design, read from its page in the documentation.
struct DesignTable: Sendable, Hashable {
    enum Kind: String, Sendable, Hashable {
        case scenario, step, action, `case`, event, result, error
    }

    struct Row: Sendable, Hashable {
        /// The number, `2`, `2.1`, `2.1a`, or on the page of the error screens a name, `NoInternet.retry`.
        let number: String
        let kind: Kind
        let what: String
        /// The next row; may be empty.
        let next: String
    }

    /// The page's title: the flow's name with its number.
    let title: String
    let rows: [Row]

    /// The reason that a page cannot be read.
    struct Unreadable: Error, Hashable, CustomStringConvertible {
        /// The line, counted from 1; 0 for the page as a whole.
        let line: Int
        let reason: String

        var description: String { "line \(line): \(reason)" }
    }

    /// Reads a page: a title `# …` first, and one table `| row | kind | what | next |`. Other text is ignored.
    ///
    /// - Throws: `Unreadable` without a title, without the table, with a second table, or for a row with the wrong number of cells, an
    ///   unknown kind, or an empty or repeated number.
    init(parsing page: String) throws(Unreadable) {
        var title: String?
        var rows: [Row] = []
        var numbers: Set<String> = []
        var expectation = Expectation.title
        for (index, bytes) in page.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let line = String(Substring(bytes))
            switch expectation {
            case .title:
                guard line.hasPrefix("# ") else { continue }
                title = String(line.dropFirst(2))
                expectation = .head
            case .head:
                if Self.isHead(line) { expectation = .rule }
            case .rule:
                guard Self.cells(line)?.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }) == true else {
                    throw Unreadable(line: index + 1, reason: "the line below the table's head is not a rule")
                }
                expectation = .rows
            case .rows:
                guard line.hasPrefix("|") else {
                    expectation = .end
                    continue
                }
                let row = try Self.row(line, index + 1)
                guard numbers.insert(row.number).inserted else { throw Unreadable(line: index + 1, reason: "a row that is there already") }
                rows.append(row)
            case .end:
                if Self.isHead(line) { throw Unreadable(line: index + 1, reason: "a second table of rows") }
            }
        }
        guard let title else { throw Unreadable(line: 0, reason: "no title") }
        guard !rows.isEmpty else { throw Unreadable(line: 0, reason: "no table of rows") }
        self.title = title
        self.rows = rows
    }

    private enum Expectation {
        case title, head, rule, rows, end
    }

    private static func isHead(_ line: String) -> Bool { cells(line) == ["row", "kind", "what", "next"] }

    private static func row(_ line: String, _ number: Int) throws(Unreadable) -> Row {
        guard let cells = cells(line), cells.count == 4 else { throw Unreadable(line: number, reason: "not four cells") }
        guard let kind = Kind(rawValue: cells[1]) else { throw Unreadable(line: number, reason: "an unknown kind") }
        guard !cells[0].isEmpty, !cells[2].isEmpty else { throw Unreadable(line: number, reason: "a row without number or text") }
        return Row(number: cells[0], kind: kind, what: cells[2], next: cells[3])
    }

    /// Returns the cells between the bars; nil when the line does not begin and end with a bar. `\|` is a bar within a cell. The parser
    /// works on bytes for speed, because all pages are read at every start.
    private static func cells(_ line: String) -> [String]? {
        let (bar, escape) = (UInt8(ascii: "|"), UInt8(ascii: "\\"))
        let bytes = line.utf8
        guard bytes.count > 1, bytes.first == bar, bytes.last == bar else { return nil }
        var cells: [String] = []
        var cell: [UInt8] = []
        var isEscaped = false
        for byte in bytes.dropFirst() {
            if byte == escape, !isEscaped {
                isEscaped = true
            } else if byte == bar, !isEscaped {
                cells.append(trimmed(cell))
                cell = []
            } else {
                if isEscaped, byte != bar { cell.append(escape) }
                cell.append(byte)
                isEscaped = false
            }
        }
        // The last bar was escaped.
        return isEscaped || !cell.isEmpty ? nil : cells
    }

    private static func trimmed(_ cell: [UInt8]) -> String {
        let space = UInt8(ascii: " ")
        guard let first = cell.firstIndex(where: { $0 != space }), let last = cell.lastIndex(where: { $0 != space }) else { return "" }
        return String(decoding: cell[first...last], as: UTF8.self)
    }
}
