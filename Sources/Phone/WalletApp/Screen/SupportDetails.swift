// SPDX-License-Identifier: EUPL-1.2

/// What the help desk asks for. Nothing of it is about the person.
struct SupportDetails: Sendable, Equatable {
    /// The version of the configuration in force; nil before the app knows one.
    var configuration: Int64?
    /// The provider's name for its newest failure; nil when there was none.
    var correlationID: String?

    /// As the help page shows them.
    var facts: [Fact] {
        [
            Fact("help.version", AppRelease.version),
            configuration.map { Fact("help.configuration", String($0)) },
            correlationID.map { Fact("help.correlation", $0) },
        ].compactMap(\.self)
    }
}
