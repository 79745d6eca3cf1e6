// SPDX-License-Identifier: EUPL-1.2

// What the services are called where the library that runs them writes of them. Without a name of their own it writes down all that they hold,
// keys too, and does so at every start, whether or not somebody reads it.

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

extension DemoPhone: CustomStringConvertible {
    var description: String { "phone" }
}

extension DemoPage: CustomStringConvertible {
    var description: String { "page" }
}

extension LinkReceiver: CustomStringConvertible {
    var description: String { "links" }
}
