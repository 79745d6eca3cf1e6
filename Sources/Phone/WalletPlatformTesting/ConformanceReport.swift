// SPDX-License-Identifier: EUPL-1.2

import DurableFiles
public import Foundation
public import PlatformSupport

/// The result of the whole suite on one phone, for an auditor. It contains no key, no secret and no personal value.
public struct ConformanceReport: Sendable, Codable, Equatable {
    /// The version of this format.
    public private(set) var format = 1
    /// The phone's model and system.
    public let phone: String
    /// The phone's operating system.
    public let platform: Platform
    /// The time of the report.
    public let date: Date
    /// The number of kept promises.
    public let kept: Int
    /// The number of broken promises.
    public let broken: Int
    /// The number of promises that were not tried.
    public let notTried: Int
    /// One result for each promise, in the suite's order. A promise without a result, because a phase did not run, is `notTried`.
    public let results: [PromiseResult]

    /// Composes the report.
    ///
    /// - Parameter notebook: the notebook of both phases.
    public init(on phone: any PhoneUnderTest, _ notebook: Notebook, at date: Date) {
        self.phone = phone.name
        platform = phone.platform
        self.date = date
        let results = ConformanceSuite.promises.map { promise in
            notebook.results.first { $0.identifier == promise.identifier } ?? PromiseResult(promise, .notTried, "its phase did not run")
        }
        func count(_ verdict: PromiseResult.Verdict) -> Int { results.count { $0.verdict == verdict } }
        (kept, broken, notTried) = (count(.kept), count(.broken), count(.notTried))
        self.results = results
    }

    /// The report as JSON, with sorted keys and times in ISO 8601.
    ///
    /// - Throws: `EncodingError`.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// Writes the report; it is on the disk when this returns.
    ///
    /// - Throws: `FileError` when the file cannot be written; `EncodingError`.
    package func write(to path: String) throws {
        try DurableFile(path).replace(with: json())
    }
}
