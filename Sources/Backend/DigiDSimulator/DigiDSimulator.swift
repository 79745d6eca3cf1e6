// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
package import Hummingbird
package import JOSE
import JSON
package import Logging
package import OpenID4VCI
package import ServerKit
import Synchronization
import WebPages
import XCStrings

/// A login provider for demonstrations and tests: OpenID Connect Core 1.0 with the code flow, PKCE and private_key_jwt. On its page the
/// user chooses an account and the outcome of the login.
///
/// It authenticates no one. Its state is in memory, so a restart ends all logins in progress.
package final class DigiDSimulator: Sendable {
    /// An account that can log in.
    package struct Account: Sendable, Hashable {
        /// The citizen service number: nine digits.
        package let citizenServiceNumber: String
        /// The name to display.
        package let name: String

        package init(citizenServiceNumber: String, name: String) {
            self.citizenServiceNumber = citizenServiceNumber
            self.name = name
        }
    }

    /// A client that may request logins.
    package struct Client: Sendable, Hashable {
        /// `client_id`.
        package let identifier: String
        /// The only address to which browsers are redirected.
        package let redirectURI: String
        /// The key that authenticates the client.
        package let key: JWK

        package init(identifier: String, redirectURI: String, key: P256.Signing.PublicKey) {
            self.identifier = identifier
            self.redirectURI = redirectURI
            self.key = JWK(key)
        }
    }

    /// Maximum duration of a login and lifetime of a code, in seconds.
    static let loginLifetime: Int64 = 15 * 60
    static let codeLifetime: Int64 = 60
    /// The maximum number of stored logins and codes, to bound the memory.
    static let mostKept = 10_000

    let issuer: HTTPSURL
    let accounts: [Account]
    let clients: [Client]
    let key: P256.Signing.PrivateKey
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]
    let skin: LoginSkin
    let wait: @Sendable () async throws -> Void
    let logger: Logger
    let pages: LoginPages
    let state = Mutex(SimulatorState())

    /// Creates a simulator.
    ///
    /// - Parameters:
    ///   - issuer: `https://host[:port]`, as browsers and clients see it.
    ///   - accounts: the accounts that can log in.
    ///   - key: signs ID tokens. A new key at each start suffices.
    ///   - clock: the current time.
    ///   - random: returns this number of bytes from a cryptographically secure source.
    ///   - skin: the names, languages and colours of the pages.
    ///   - wait: performs the delay of a slow login.
    ///   - logger: receives one line per request. No received data and no data of accounts.
    /// - Throws: `MissingAsset` if files of the simulator are missing.
    package init(
        issuer: HTTPSURL, accounts: [Account], clients: [Client], key: P256.Signing.PrivateKey = .init(),
        clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ count: Int) -> [UInt8],
        skin: LoginSkin = .digiD, wait: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(8)) },
        logger: Logger
    ) throws {
        self.issuer = issuer
        self.accounts = accounts
        self.clients = clients
        self.key = key
        self.clock = clock
        self.random = random
        self.wait = wait
        self.logger = logger
        self.skin = skin
        pages = try LoginPages(skin)
    }

    /// Returns a router with only the simulator's pages and endpoints.
    package func router() -> Router<ServiceContext> { SimulatorRoutes(simulator: self).router() }

    /// The current time in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    func freshSecret() -> String { Base64URL.encode(random(32)) }
}

/// The state of a simulator.
struct SimulatorState: Sendable {
    /// A login in progress.
    struct Login: Sendable {
        let client: DigiDSimulator.Client
        let state: String
        let nonce: String
        let challenge: String
        let expiresAt: Int64
    }

    /// An issued code.
    struct Code: Sendable {
        let login: Login
        let citizenServiceNumber: String
        let expiresAt: Int64
    }

    var logins: [String: Login] = [:]
    var codes: [String: Code] = [:]
    /// The used client assertions with their expiry.
    var used: [String: Int64] = [:]

    /// Removes expired entries. Logins stay for a day, so that a late user gets an explanation.
    mutating func removeExpired(at now: Int64) {
        logins = logins.filter { now < $0.value.expiresAt + 86_400 }
        codes = codes.filter { now < $0.value.expiresAt }
        used = used.filter { now < $0.value }
    }
}
