// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The task of a provider under test: the first frame that it receives.
package struct ProviderAssignment: Codable, Sendable {
    /// The path of a SQLite file, or the address of a PostgreSQL database.
    package var database: String
    package var isPostgres: Bool
    /// The directory of keys and journals.
    package var directory: String
    package var publicURL: String
    /// The root of the phones' authority, in PEM.
    package var appleRoot: String
    package var teamID: String
    package var bundleID: String

    package init(
        database: String, isPostgres: Bool, directory: String, publicURL: String, appleRoot: String, teamID: String, bundleID: String
    ) {
        self.database = database
        self.isPostgres = isPostgres
        self.directory = directory
        self.publicURL = publicURL
        self.appleRoot = appleRoot
        self.teamID = teamID
        self.bundleID = bundleID
    }
}

/// A request to a provider under test.
package enum ProviderAsked: Codable, Sendable {
    /// A wallet's request to the path of an endpoint.
    case request(String, body: Data)
    /// The operator revokes a wallet.
    case revoke(String)
    /// The operator revokes the holder of that wallet.
    case revokeHolder(of: String)
    /// The operator revokes the person with that recovery code.
    case revokeCode(String)
    /// The witness replaces its journal by a snapshot and records its progress; answered by `done`.
    case maintain
    /// All outcomes are written to the disk; answered by `done`.
    case commitOutcomes
    /// Counts points from now on and kills the process at the given one. Nil only lists them.
    case arm(Fault.Place?)
    /// The names of the points passed.
    case points
}

/// A message of a provider under test.
package enum ProviderSaid: Codable, Sendable {
    /// The provider is ready, or the reason that it is not.
    case ready(String?)
    /// The fault occurs now; not answered.
    case sprung(String)
    /// A PIN was verified; not answered.
    case verified(isRight: Bool)
    case response(status: Int, body: Data)
    case points([String])
    case done
}
