// SPDX-License-Identifier: EUPL-1.2

import COSE
import Foundation
import IssuerWorld
import JOSE
import JSON
import MDoc
import OpenID4VCI
import PIDIssuer
import PhoneSimulator
import SDJWT
import Synchronization
import X509

/// The issuer of the wallets under test, with the harness's clock. It records the key to which each credential is bound.
final class IssuerHouse: Sendable {
    static let clientID = "https://wallet.test/app"

    let world: WorldIssuer
    private let wallets: AcceptedWallets
    private let issued = Mutex<[JWK]>([])

    init(in directory: URL, clock: VirtualClock, walletProviders: Certificate) async throws {
        world = try await WorldIssuer(in: directory, clock: { clock.now })
        wallets = AcceptedWallets(
            clientID: Self.clientID, redirectURIs: ["https://wallet.test/back"], issuer: Backend.publicURL,
            trust: .certificates(roots: [walletProviders]))
    }

    /// Handles a request of a phone; nil for a request to neither server.
    func answer(_ request: IssuanceRequest) async throws -> IssuanceResponse? {
        guard [WorldIssuer.url.origin, WorldIssuer.login.origin].contains(request.url.origin) else { return nil }
        let response = try await world.fetch(request)
        if request.url.path == "/credential", response.status == 200 { try note(response.body) }
        return response
    }

    /// Opens an address as a user's browser, and logs in.
    ///
    /// - Returns: the first address outside the two servers; nil when the way ends on a page.
    func browse(_ address: String) async throws -> String? {
        do {
            return try await world.browse(address, as: "999994815")
        } catch is LoginBrowser.Stuck {
            return nil
        }
    }

    /// Serves both servers while the body runs.
    func serve<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        try await world.serve([wallets], body)
    }

    // MARK: Issued credentials

    /// The number of keys to which more than one credential is bound.
    var doubledKeys: Int { issued.withLock { $0.count - Set($0).count } }

    private func note(_ body: [UInt8]) throws {
        guard case .array(let credentials)? = try JSONObject(parsing: body)["credentials"] else { return }
        for case .object(let entry) in credentials {
            guard case .string(let text)? = entry["credential"] else { continue }
            let key: JWK
            if text.contains("~") {
                let payload = try JSONObject(parsing: CompactSDJWT(parsing: text).issuerSigned.payload)
                guard case .object(let confirmation)? = payload["cnf"], case .object(let members)? = confirmation["jwk"] else { continue }
                key = try JWK(members)
            } else {
                key = JWK(try IssuerSigned(decoding: Base64URL.decode(text)).mobileSecurityObject().deviceKey.publicKey)
            }
            issued.withLock { $0.append(key) }
        }
    }
}
