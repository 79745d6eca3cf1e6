// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What a provider that is to be killed works on: the first frame that it gets.
package struct ProviderAssignment: Codable, Sendable {
    /// The path of a SQLite file, or the address of a PostgreSQL database.
    package var database: String
    package var isPostgres: Bool
    /// Where keys and journals are.
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

/// What a provider is asked.
package enum ProviderAsked: Codable, Sendable {
    /// A request for an endpoint: `enroll`, `createwallet`, `challenge` or an instruction.
    case request(String, body: Data)
    /// The operator revokes a wallet.
    case revoke(String)
    /// The operator revokes the person who has that wallet.
    case revokeHolder(of: String)
    /// The operator revokes the person with that recovery code.
    case revokeCode(String)
    /// The witness puts a snapshot in the place of its journal and notes how far it has come; answered by `done`.
    case tend
    /// From now on points are counted, and at that one the process dies. With nil they are only listed.
    case arm(Fault.Place?)
    /// The names of the points that were passed.
    case points
}

/// What a provider says.
package enum ProviderSaid: Codable, Sendable {
    /// It serves; nil unless it does not, with the reason.
    case ready(String?)
    /// The fault happens now; not answered.
    case sprung(String)
    /// A PIN was verified; not answered.
    case verified(isRight: Bool)
    case response(status: Int, body: Data)
    case points([String])
    case done
}
