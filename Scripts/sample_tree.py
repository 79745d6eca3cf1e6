# SPDX-License-Identifier: EUPL-1.2
"""A small source tree that passes every check; Scripts/check-the-checks inserts one error at a time."""

HEADER = "// SPDX-License-Identifier: EUPL-1.2\n"
CORE = "Sources/Phone/WalletCore/Core.swift"
FLOW = "Sources/Phone/WalletApp/Flows/Flow.swift"
DESIGN = "Documentation/FunctionalDesign/UC9.9.md"
INDEX = "Documentation/FunctionalDesign/README.md"
BENCH = "Tests/BrowserTests/row_durations.py"
CATALOGUE = "Sources/Phone/WalletCore/WalletCore.docc/WalletCore.md"
LIMITED = "Sources/Formats/CBOR/CBOR.docc/CBOR.md"
CITED = "Sources/Phone/WalletCore/Cited.swift"
THREATS = "Documentation/threats-and-faults.md"
OTHERS = "Scripts/names-of-others.txt"
GUIDE = "Sources/Phone/PhoneWeb/Guide/TestCase.swift"

SOUND = {
    "Package.swift": """// swift-tools-version: 6.2
// SPDX-License-Identifier: EUPL-1.2
import PackageDescription
let package = Package(
    name: "sample",
    dependencies: [.package(url: "https://example.invalid/hummingbird", from: "2.0.0")],
    targets: [
        .target(name: "CBOR", path: "Sources/Formats/CBOR"),
        .target(name: "WalletCore", dependencies: ["CBOR"], path: "Sources/Phone/WalletCore"),
        .target(name: "WalletApp", path: "Sources/Phone/WalletApp"),
        .target(name: "WalletProvider", dependencies: ["CBOR"], path: "Sources/Backend/WalletProvider"),
    ])
""",
    "Sources/Formats/CBOR/CBOR.swift": HEADER + "\n/// Bytes.\npackage struct Bytes {\n    static let maximum = 16 * 1024\n    static let parts = Bytes(depth: 4)\n}\n",
    LIMITED: "# ``CBOR``\n\nBytes.\n\n## Limits\n\n| what | limit | constant | beyond it |\n|---|---|---|---|\n| bytes | 16 KiB | ``Bytes/maximum`` | refused |\n"
    "| depth | 4 | `Bytes.parts.depth` | refused |\n\n## Errors\n\nNone.\n",
    CORE: HEADER + '\nimport CBOR\n\n/// A core. It says "try! print(" and means no harm: fatalError(\npackage struct Core {}\n',
    CITED: HEADER + "\n/// Cites T-A1, F-S1…2, UC9.9/1.1, `Cited.member`, `call(label:)`, `Foreign`, `Sample.swift` and `Tests/SampleTests`.\n///\n"
    "/// - SeeAlso: threats-and-faults.md, *Faults*; RFC 9457.\nstruct Cited {\n    let member = 1\n    func call(label: Int) {}\n}\n",
    THREATS: "# Threats and faults\n\n## Threats\n| id | threat |\n|---|---|\n| T-A1 | a call: `Cited.call(label:)` |\n\n"
    "## Faults\n| id | fault |\n|---|---|\n| F-S1 | one |\n| F-S2 | another |\n",
    OTHERS: "# SPDX-License-Identifier: EUPL-1.2\nForeign\n",
    "Sources/Programs/Brands/Brand.swift": HEADER + '\nlet brand = Brand(product: "Sample Wallet", website: .known("https://www.sample.org"))\n',
    "Sources/Backend/WalletProvider/Provider.swift": HEADER + "\nimport CBOR\n",
    FLOW: HEADER + '\nfunc flow(context: Context) {\n    let trace = context.trace(of: "UC9.9")\n    trace("1.1a")\n}\n',
    "Tests/SampleTests/SampleTests.swift": HEADER + "\nlet sample = 1\n\nfunc `LTC1 works`() {}\n",
    BENCH: "# SPDX-License-Identifier: EUPL-1.2\nBUDGETS = {\n    \"UC9.9/1.1\": 0.5,\n}\n",
    GUIDE: HEADER + '\nlet cases = [TestCase(1, "Works")]\n',
    "Benchmarks/sample/Sample.swift": HEADER + "\nlet sample = 1\n",
    "Examples/Sample/Sample.swift": HEADER + "\nlet sample = 1\n",
    "Examples/Sample/Parts.swift": HEADER + "\nfunc parts() {\n    // snippet.twice\n    let two = 2\n    // snippet.end\n}\n",
    DESIGN: "# UC9.9 Sample\n\nA flow.\n\n| row | kind | what | next |\n|---|---|---|---|\n"
    "| 1 | scenario | All | |\n| 1.1 | step | Decide | |\n| 1.1a | case | So | 1 |\n",
    INDEX: "# Functional design\n\n| file | flow |\n|---|---|\n| [UC9.9](UC9.9.md) | Sample |\n\n## Test cases\n| LTC | because |\n|---|---|\n| 2–3 | Not yet |\n",
    CATALOGUE: "# ``WalletCore``\n\nA core.\n\n## Topics\n\n- ``Core``\n\n<!-- code: Examples/Sample/Sample.swift -->\n```swift\nlet sample = 1\n```\n\n"
    "<!-- code: Examples/Sample/Parts.swift#twice -->\n```swift\nlet two = 2\n```\n\n<!-- only this package -->\n```swift\nlet inside = 1\n```\n",
    "Package.resolved": '{"pins": []}',
    "Packaging/dependencies.tsv": "package\tversion\ttree\tlicence\taddress\n",
    "test-cases.md": "| LTC | given |\n|---|---|\n| 1 | x |\n| 2, 3 | x |\n",
    "rows.tsv": "design\trow\tkind\ttext\tnext\tbudget_s\n"
    "UC9.9\t1\tscenario\tX\t\t\nUC9.9\t1.1\tstep\tX\t\t0.5\nUC9.9\t1.1a\tcase\tX\t1\t\n",
}
