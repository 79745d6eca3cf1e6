// SPDX-License-Identifier: EUPL-1.2

/// A choice of combinations of credentials that serve one purpose (OpenID4VP 1.0 §6.2).
public struct CredentialSet: Sendable, Hashable {
    /// The combinations, as ids of credential queries; neither the list nor a combination is empty.
    public let options: [[String]]
    /// True if the verifier needs one of the options.
    public let isRequired: Bool

    /// A set of options. The caller answers for the rules of ``DCQLQuery``.
    public init(options: [[String]], isRequired: Bool) {
        self.options = options
        self.isRequired = isRequired
    }
}
