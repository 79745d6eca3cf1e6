// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

/// `wallet-provider attestation verify` on chains made after public bug reports, with the arguments beside them.
@Suite(.timeLimit(.minutes(20)))
struct ReportedPhoneTests {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../Fixtures/AndroidKeyAttestation/field")
        .standardizedFileURL

    /// The arguments of the folder; an argument in quotes has spaces.
    private static func arguments(_ name: String) throws -> [String] {
        let text = try String(contentsOf: folder.appending(path: "arguments.txt"), encoding: .utf8)
        var arguments = ["attestation", "verify"]
        for (index, part) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2) {
                arguments += part.split(whereSeparator: \.isWhitespace).map(String.init)
            } else {
                arguments.append(String(part))
            }
        }
        return (arguments + [name + ".pem"]).map { $0.hasSuffix(".pem") || $0.hasSuffix(".json") ? folder.appending(path: $0).path : $0 }
    }

    @Test(arguments: [("base", nil), ("critical-01", "true_octet"), ("tag-order", "tag_order")] as [(String, String?)])
    func `a phone whose certificate deviates from DER is accepted, and the report counts the deviation`(
        name: String, deviation: String?
    ) async throws {
        let run = try await ProgramRun(Self.arguments(name))
        #expect(run.status == 0, "\(run.errors)")
        let report = try PrintedReport(run)
        #expect(report.verdict == "accepted")
        let deviations = try #require(report.object["deviations"] as? [String: Any])
        #expect(Array(deviations.keys) == [deviation].compactMap { $0 })
        #expect(deviations.values.allSatisfy { $0 as? Int == 1 })
    }

    @Test func `a phone that imported its key is refused`() async throws {
        let run = try await ProgramRun(Self.arguments("imported"))
        #expect(run.status == 1, "\(run.errors)")
        #expect(try PrintedReport(run).reason == "key_properties")
    }
}
