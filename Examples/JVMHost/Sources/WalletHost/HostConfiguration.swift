// SPDX-License-Identifier: EUPL-1.2

/// The configuration that the host passes to `wallet_create`.
struct HostConfiguration: Decodable, Sendable {
    /// The version of the app, three numbers with dots.
    let appVersion: String
    /// The code of the phone's language.
    let language: String
    /// The app's own directory, which exists.
    let storageDirectory: String
    /// The first edition of the configuration, in JSON.
    let edition: String
    /// The keys that sign configurations and update policies, in JSON.
    let signers: String
    /// The app's string catalogue.
    let sentences: String
    /// The longest wait for update policy and wallet status, in milliseconds; nil for the standard.
    let answerMilliseconds: Int?
}
