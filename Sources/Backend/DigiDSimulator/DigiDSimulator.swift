// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
package import Hummingbird
package import JOSE
package import Logging
package import OpenID4VCI
package import ServerKit
import Synchronization
package import WebPages
import XCStrings

/// A login provider for demonstrations and tests: OpenID Connect Core 1.0 with the code flow, PKCE and private_key_jwt, and a page on which
/// somebody chooses who to be and how the login goes.
///
/// It proves nothing about anybody. What it remembers is in memory: whoever is in the middle of a login when it ends begins again.
package final class DigiDSimulator: Sendable {
    /// Somebody who can log in.
    package struct Account: Sendable, Hashable {
        /// The citizen service number: nine digits.
        package let citizenServiceNumber: String
        /// What is shown.
        package let name: String

        /// An account.
        package init(citizenServiceNumber: String, name: String) {
            self.citizenServiceNumber = citizenServiceNumber
            self.name = name
        }
    }

    /// Who may ask for logins.
    package struct Client: Sendable, Hashable {
        /// `client_id`.
        package let identifier: String
        /// The only address that browsers go back to.
        package let redirectURI: String
        /// The key that it authenticates with.
        package let key: JWK

        /// A client.
        package init(identifier: String, redirectURI: String, key: P256.Signing.PublicKey) {
            self.identifier = identifier
            self.redirectURI = redirectURI
            self.key = JWK(key)
        }
    }

    /// How long a login may take, and how long a code is good, in seconds.
    static let loginLifetime: Int64 = 15 * 60
    static let codeLifetime: Int64 = 60
    /// The most logins and codes that are kept at a time: it is a simulator, but nobody shall fill its memory.
    static let mostKept = 10_000

    let issuer: HTTPSURL
    let accounts: [Account]
    let clients: [Client]
    let key: P256.Signing.PrivateKey
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]
    let wait: @Sendable () async throws -> Void
    let logger: Logger
    let pages: LoginPages
    let state = Mutex(SimulatorState())

    /// A simulator.
    ///
    /// - Parameters:
    ///   - issuer: `https://host[:port]`, as browsers and clients see it.
    ///   - accounts: who can log in.
    ///   - key: signs ID tokens; a new one at each start does.
    ///   - clock: the real time.
    ///   - random: that many bytes from a cryptographically secure source.
    ///   - wait: how long a slow login waits.
    ///   - logger: gets one line a request; nothing that was received and nothing of an account.
    /// - Throws: `MissingAsset` when files that ship with it are missing.
    package init(
        issuer: HTTPSURL, accounts: [Account], clients: [Client], key: P256.Signing.PrivateKey = .init(),
        clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ count: Int) -> [UInt8],
        wait: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(8)) }, logger: Logger
    ) throws(MissingAsset) {
        self.issuer = issuer
        self.accounts = accounts
        self.clients = clients
        self.key = key
        self.clock = clock
        self.random = random
        self.wait = wait
        self.logger = logger
        pages = try LoginPages()
    }

    /// A router with its pages and endpoints and nothing else.
    package func router() -> Router<ServiceContext> { SimulatorRoutes(simulator: self).router() }

    /// Seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    func freshSecret() -> String { Base64URL.encode(random(32)) }
}

/// What a simulator remembers.
struct SimulatorState: Sendable {
    /// A login that is under way.
    struct Login: Sendable {
        let client: DigiDSimulator.Client
        let state: String
        let nonce: String
        let challenge: String
        let expiresAt: Int64
    }

    /// A code that was handed out.
    struct Code: Sendable {
        let login: Login
        let citizenServiceNumber: String
        let expiresAt: Int64
    }

    var logins: [String: Login] = [:]
    var codes: [String: Code] = [:]
    /// Assertions that were used, until they are too old.
    var used: [String: Int64] = [:]

    /// Removes what is over; logins stay for a day, so that whoever comes late is told so.
    mutating func removeExpired(at now: Int64) {
        logins = logins.filter { now < $0.value.expiresAt + 86_400 }
        codes = codes.filter { now < $0.value.expiresAt }
        used = used.filter { now < $0.value }
    }
}
