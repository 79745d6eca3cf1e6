// SPDX-License-Identifier: EUPL-1.2

public import WalletConfiguration

/// The service at which users log in to prove who they are. In JSON: `{"name": "…", "website": "https://…"}`.
public struct LoginProvider: Sendable, Hashable, Codable {
    package let name: String
    /// Its public website.
    package let website: WebAddress

    /// Creates a login provider with its name and public website.
    public init(name: String, website: WebAddress) {
        self.name = name
        self.website = website
    }
}
