// SPDX-License-Identifier: EUPL-1.2

// The services' names in the log of the service library. For a service without a description, the library formats its complete contents,
// including keys, at every start, even if nothing is logged.

extension DemoProvider: CustomStringConvertible {
    var description: String { "provider" }
}

extension DemoConfiguration: CustomStringConvertible {
    var description: String { "configuration" }
}

extension DemoIssuer: CustomStringConvertible {
    var description: String { "issuer" }
}

extension DemoPortal: CustomStringConvertible {
    var description: String { "portal" }
}

extension DemoVerifiers: CustomStringConvertible {
    var description: String { "verifiers" }
}

extension DemoPhone: CustomStringConvertible {
    var description: String { "phone" }
}

extension DemoPage: CustomStringConvertible {
    var description: String { "page" }
}

extension LinkReceiver: CustomStringConvertible {
    var description: String { "links" }
}
