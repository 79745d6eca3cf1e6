// SPDX-License-Identifier: EUPL-1.2

/// The sentences of the login page, by their keys in `Login.xcstrings`.
enum LoginSentence: String, Sendable, CaseIterable {
    case siteName = "site.name"
    case title = "login.title"
    case text = "login.text"
    case simulation = "login.simulation"
    case who = "login.who"
    case outcome = "login.outcome"
    case success = "login.success"
    case slow = "login.slow"
    case failure = "login.failure"
    case expiry = "login.expiry"
    case cancel = "login.cancel"
    case refusedTitle = "refused.title"
    case refusedText = "refused.text"
    case websiteTitle = "website.title"
    case websiteText = "website.text"
    case websiteSimulation = "website.simulation"
    case websiteBack = "website.back"

    /// Creates the sentence that names an outcome.
    init(_ outcome: LoginOutcome) {
        self =
            switch outcome {
            case .success: .success
            case .slow: .slow
            case .failure: .failure
            case .expiry: .expiry
            }
    }
}
