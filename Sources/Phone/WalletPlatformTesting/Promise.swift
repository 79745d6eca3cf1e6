// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// One promise of the bridges' contract: a sentence and its check.
public struct Promise: Sendable {
    /// The half of the suite in which a promise is decided.
    @nonexhaustive public enum Phase: Int, Sendable, Hashable, Codable, CaseIterable {
        /// Tested in the first process.
        case beforeRestart = 1
        /// Tested in a new process on the same phone, with the data that the first phase has prepared.
        case afterRestart = 2
    }

    typealias Step = @Sendable (Trial) async throws -> Void

    /// Such as `KEY-03`; it never changes its meaning.
    public let identifier: String
    /// The promise, as the bridges' documentation states it.
    public let sentence: String
    /// The platforms that make this promise; it is not tested on other platforms.
    let platforms: Set<Platform>
    /// The step of the first phase for a promise that the second phase decides.
    let preparation: Step?
    /// Ends without an error when the promise is kept.
    let check: Step

    /// The phase that decides it.
    public var phase: Phase { preparation == nil ? .beforeRestart : .afterRestart }

    /// A promise that the first phase decides.
    init(_ identifier: String, _ sentence: String, on platforms: Set<Platform> = [], check: @escaping Step) {
        (self.identifier, self.sentence, self.platforms, preparation, self.check) = (identifier, sentence, platforms, nil, check)
    }

    /// A promise that the second phase decides.
    init(_ identifier: String, _ sentence: String, on platforms: Set<Platform> = [], preparing: @escaping Step, check: @escaping Step) {
        (self.identifier, self.sentence, self.platforms, preparation, self.check) = (identifier, sentence, platforms, preparing, check)
    }
}
