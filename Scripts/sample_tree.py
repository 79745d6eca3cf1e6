# SPDX-License-Identifier: EUPL-1.2
"""A small sound tree that passes every check; Scripts/check-the-checks spoils one thing in it at a time."""

HEADER = "// SPDX-License-Identifier: EUPL-1.2\n"
CORE = "Sources/Phone/WalletCore/Core.swift"
FLOW = "Sources/Phone/WalletApp/Flows/Flow.swift"
DESIGN = "Documentation/FunctionalDesign/UC9.9.md"

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
    "Sources/Formats/CBOR/CBOR.swift": HEADER + "\n/// Bytes.\npackage struct Bytes {}\n",
    CORE: HEADER + '\nimport CBOR\n\n/// A core. It says "try! print(" and means no harm: fatalError(\npackage struct Core {}\n',
    "Sources/Backend/WalletProvider/Provider.swift": HEADER + "\nimport CBOR\n",
    FLOW: HEADER + '\nfunc flow(context: Context) {\n    let trace = context.trace(of: "UC9.9")\n    trace("1.1a")\n}\n',
    "Tests/SampleTests/SampleTests.swift": HEADER + "\nlet sample = 1\n",
    "Benchmarks/sample/Sample.swift": HEADER + "\nlet sample = 1\n",
    DESIGN: "# UC9.9 Sample\n\nA flow.\n\n| row | kind | what | next |\n|---|---|---|---|\n"
    "| 1 | scenario | All | |\n| 1.1 | step | Decide | |\n| 1.1a | case | So | 1 |\n",
    "rows.tsv": "design\trow\tkind\ttext\tnext\tbudget_s\n"
    "UC9.9\t1\tscenario\tX\t\t\nUC9.9\t1.1\tstep\tX\t\t\nUC9.9\t1.1a\tcase\tX\t1\t\n",
}
