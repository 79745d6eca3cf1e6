// SPDX-License-Identifier: EUPL-1.2

import BuildInfo
import Foundation
import Testing

/// The version and commit that a program reports.
struct BuildInfoTests {
    /// The first version heading of CHANGELOG.md.
    @Test func `the version is the newest version of the changelog`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../CHANGELOG.md")
        let changelog = try String(contentsOf: file, encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: /\n## \[(\d+\.\d+\.\d+)\]/)).1
        #expect(BuildInfo.version == newest)
    }

    @Test func `a test build has the name of its configuration and no commit`() {
        #expect(BuildInfo.text == "\(BuildInfo.version) (debug, commit not recorded)")
    }
}
