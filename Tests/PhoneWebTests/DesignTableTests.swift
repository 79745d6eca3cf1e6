// SPDX-License-Identifier: EUPL-1.2

import Brands
import Foundation
import PhoneSimulator
import Testing
import WebPages

@testable import PhoneWeb
@testable import WalletApp

struct DesignTableTests {
    @Test
    func `a page is read as its title and the rows of its table`() throws {
        let table = try DesignTable(parsing: page("| 1 | scenario | First | |", #"| 1.1a | case | A \| B \ C | go to UC3.1 |"#))
        #expect(table.title == "UC9.9 Example")
        #expect(
            table.rows == [
                DesignTable.Row(number: "1", kind: .scenario, what: "First", next: ""),
                DesignTable.Row(number: "1.1a", kind: .case, what: #"A | B \ C"#, next: "go to UC3.1"),
            ])
    }

    @Test(arguments: [
        ("no title", "text\n| row | kind | what | next |\n|---|---|---|---|\n| 1 | step | a | |"),
        ("no table", "# UC9.9\n\ntext"),
        ("no row", "# UC9.9\n| row | kind | what | next |\n|---|---|---|---|\n"),
        ("no rule", "# UC9.9\n| row | kind | what | next |\n| 1 | step | a | |"),
        ("three cells", page("| 1 | step | a |")),
        ("five cells", page("| 1 | step | a | | |")),
        ("an open end", page("| 1 | step | a | ")),
        ("an unknown kind", page("| 1 | thing | a | |")),
        ("no number", page("|  | step | a | |")),
        ("no text", page("| 1 | step |  | |")),
        ("the same row twice", page("| 1 | step | a | |", "| 1 | step | b | |")),
        ("a second table", page("| 1 | step | a | |") + "\n\n| row | kind | what | next |\n|---|---|---|---|\n"),
        ("a table of other columns", "# UC9.9\n| row | kind | text | next |\n|---|---|---|---|\n| 1 | step | a | |"),
    ])
    func `a malformed page is refused`(what: String, page: String) {
        #expect(throws: DesignTable.Unreadable.self, "\(what)") { try DesignTable(parsing: page) }
    }

    @Test(arguments: ["UC1.1", "UC1.2", "UC2.1", "UC2.3", "PF2.8", "PF2.9"])
    func `the pages of all built flows can be read`(design: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Documentation/FunctionalDesign")
            .standardized
        let table = try #require(try DesignLibrary(directory: folder).table(of: design))
        #expect(table.title.hasPrefix(design))
        #expect(table.rows.contains { $0.number == "1.1" })
    }

    @Test
    func `beside the second brand the design names that brand and its login`() throws {
        let design = try Drawings(of: .iPhone, for: .example, designedFor: .nlWallet).design
        let rows = ["UC3.1", "UC2.3.2", "UC9.1"].flatMap { design.table(of: $0)?.rows ?? [] }
        #expect(rows.contains { $0.what == "Log in with Example ID" } && rows.contains { $0.what == "Move Example Wallet" })
        #expect(!rows.contains { ($0.what + $0.next).contains("DigiD") || $0.what.contains("NL Wallet") })
    }

    @Test
    func `beside the brand that it was written for the design is unchanged`() throws {
        let design = try Drawings(of: .iPhone, for: .nlWallet, designedFor: .nlWallet).design
        #expect(design.table(of: "UC3.1")?.rows.contains { $0.what == "Log in with DigiD" } == true)
    }

    @Test
    func `a missing folder is named in the error`() {
        #expect(throws: MissingAsset.self) { try DesignLibrary(directory: URL(filePath: "/nowhere/FunctionalDesign")) }
    }

    // MARK: Drawing

    @Test
    func `the row taken last is highlighted, earlier rows are marked, and other rows are not`() throws {
        let table = try DesignTable(parsing: page("| 1.1 | step | a | |", "| 1.1a | case | b | 2 |", "| 1.1b | case | c | |"))
        let markup = DesignRenderer(library: DesignLibrary(tables: ["UC9.9": table])).html(entries("UC9.9/1.1", "UC9.9/1.1a")).markup
        #expect(markup.contains(#"<tr class="row step taken" data-row="1.1">"#))
        #expect(markup.contains(#"<tr class="row case taken now" data-row="1.1a" aria-current="step">"#))
        #expect(markup.contains(#"<tr class="row case" data-row="1.1b">"#))
        #expect(markup.contains("<li><code>UC9.9/1.1a</code> b</li><li><code>UC9.9/1.1</code> a</li>"))
    }

    @Test
    func `a flow without a page is shown as not built, with the rows taken`() {
        let markup = DesignRenderer(library: DesignLibrary(tables: [:])).html(entries("UC3.1/<b>")).markup
        #expect(markup.contains("not built yet") && markup.contains("<code>UC3.1/&lt;b&gt;</code>"))
    }

    @Test
    func `the trail shows only the newest rows`() {
        let rows = (1...100).map { Trace.Entry(row: Row("UC9.9", String($0)), time: .distantPast) }
        let markup = DesignRenderer(library: DesignLibrary(tables: [:])).html(rows).markup
        #expect(markup.ranges(of: "<li>").count == DesignRenderer.trailLength)
    }

    @Test
    func `however many rows were taken, the drawing contains only the flow and the trail`() throws {
        let table = try DesignTable(parsing: page("| 1.1 | step | a | |"))
        let renderer = DesignRenderer(library: DesignLibrary(tables: ["UC9.9": table]))
        let rows = Array(repeating: entries("UC9.9/1.1", "UC8.8/1.1"), count: 5000).flatMap(\.self) + entries("UC9.9/1.1")
        #expect(renderer.html(rows).markup == renderer.html(Array(rows.suffix(DesignRenderer.memory))).markup)
        #expect(renderer.html(rows).markup.ranges(of: "<tr").count == 1)
    }

    @Test
    func `the name of a row may wrap between words and after its dot, a row number may not`() throws {
        let table = try DesignTable(parsing: page("| ServerUnreachable.retry | action | a | |", "| 2.1a | case | b | |"))
        let markup = DesignRenderer(library: DesignLibrary(tables: ["error": table])).html(entries("error/2.1a")).markup
        #expect(markup.contains(#"<table class="rows named">"#))
        #expect(markup.contains(#"<th scope="row">Server<wbr>Unreachable.<wbr>retry</th>"#))
        #expect(markup.contains(#"<th scope="row">2.1a</th>"#))
    }

    @Test
    func `before the first row is taken no table is drawn`() {
        #expect(!DesignRenderer(library: DesignLibrary(tables: [:])).html([]).markup.contains("<table"))
    }

    // MARK: Map

    @Test
    func `every flow of the design is on the map once`() throws {
        let flows = try design().flows.filter { $0.hasPrefix("UC") || $0.hasPrefix("PF") }
        #expect(FlowMap.flows.sorted() == flows.sorted())
    }

    @Test
    func `a row of the design states every connection that the map draws`() throws {
        let design = try design()
        #expect(FlowMap.connections.count == 12)
        for (from, to) in FlowMap.connections {
            #expect(design.table(of: from)?.rows.contains { $0.next == "go to \(to)" } == true, "\(from) to \(to)")
        }
    }

    @Test
    func `before the first row the column explains itself, and each flow on the map leads to its table`() throws {
        let markup = DesignRenderer(library: try design()).html([]).markup
        #expect(markup.contains("The lit row is the step just taken.") && markup.contains("Map of the flows"))
        for flow in FlowMap.flows {
            #expect(markup.contains(#"data-flow="\#(flow)" aria-expanded="false" aria-controls="table-\#(flow)""#))
            #expect(markup.ranges(of: #"id="table-\#(flow)""#).count == 1)
        }
        #expect(!markup.contains("aria-current"))
    }

    @Test
    func `after the first row there is no map`() throws {
        #expect(!DesignRenderer(library: try design()).html(entries("UC1.1/1.1")).markup.contains("data-flow"))
    }

    private func design() throws -> DesignLibrary {
        try DesignLibrary(directory: Drawings.resources.appending(path: "FunctionalDesign"))
    }

    private func entries(_ rows: Row...) -> [Trace.Entry] { rows.map { Trace.Entry(row: $0, time: .distantPast) } }
}

/// A page with these lines as rows.
private func page(_ rows: String...) -> String {
    "# UC9.9 Example\n\nText.\n\n| row | kind | what | next |\n|---|---|---|---|\n" + rows.joined(separator: "\n")
        + "\n\n## Notes\n- | not a row |\n"
}
