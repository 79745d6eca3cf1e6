// SPDX-License-Identifier: EUPL-1.2

/// The first phase's results and values, which the second phase needs. A port stores it between the phases.
public struct Notebook: Sendable, Codable, Equatable {
    /// The results so far.
    public internal(set) var results: [PromiseResult] = []
    /// Values by the promise's identifier and a name. They belong to keys of the suite only.
    var values: [String: [UInt8]] = [:]

    /// Creates an empty notebook, for the first phase.
    public init() {}
}

/// The result of one promise.
public struct PromiseResult: Sendable, Hashable, Codable {
    /// The verdict on a promise.
    @nonexhaustive public enum Verdict: String, Sendable, Hashable, Codable {
        /// The phone keeps the promise.
        case kept
        /// The phone does not keep the promise.
        case broken
        /// An act that the check needs was not possible, or this platform does not make the promise.
        case notTried
    }

    /// The promise's identifier.
    public let identifier: String
    /// The promise in one sentence.
    public let promise: String
    /// The phase that decided it.
    public let phase: Promise.Phase
    public let verdict: Verdict
    /// The observation for a broken promise, the reason for a promise that was not tried, nil for a kept promise.
    public let detail: String?

    init(_ promise: Promise, _ verdict: Verdict, _ detail: String? = nil) {
        identifier = promise.identifier
        self.promise = promise.sentence
        phase = promise.phase
        self.verdict = verdict
        self.detail = detail
    }
}
