// SPDX-License-Identifier: EUPL-1.2

/// The details that the help desk asks for. None of them is personal.
struct SupportDetails: Sendable, Equatable {
    /// The version of the active configuration; nil before the app has a configuration.
    var configuration: Int64?
    /// The correlation id of the provider's latest error response; nil if there is none.
    var correlationID: String?

    /// The details as facts of the help page.
    var facts: [Fact] {
        [
            Fact("help.version", AppRelease.version),
            configuration.map { Fact("help.configuration", String($0)) },
            correlationID.map { Fact("help.correlation", $0) },
        ].compactMap(\.self)
    }
}
