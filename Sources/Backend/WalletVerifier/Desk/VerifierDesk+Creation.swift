// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
package import OpenID4VPVerifier

extension VerifierDesk {
    /// Maximum number of characters of `wallet_nonce`.
    static let maximumWalletNonce = 128

    /// Creates a session. A request that a wallet would refuse, or warn its user of, is refused with every fault.
    ///
    /// - Throws: ``DeskError``: every fault of the request; `tooManyOpen`; or of the store.
    package func create(_ body: RequestBody, for party: Party) async throws(DeskError) -> CreatedSession {
        let now = now
        let expiresAt = now + settings.times.open
        let (id, pageToken, walletToken) = (freshToken(), freshToken(), freshWalletToken())
        let key = freshKey()
        let pending = PendingAnswer(
            key: Data(key.rawRepresentation), keyID: key.publicKey.keyID ?? "", nonce: freshToken(), state: freshToken(),
            query: Data(body.query.json.encode()))
        let use = Self.use(body.use, of: party)
        var faults = Self.faults(of: body, use)
        // The longest nonce that a wallet may send: the size of the request counts with it.
        let nonce = String(repeating: "n", count: Self.maximumWalletNonce)
        if let draft = self.draft(pending, walletToken, party, body.query, walletNonce: nonce, issuedAt: now, expiresAt: expiresAt) {
            faults += await draft.faults(now: now)
        } else {
            faults.append(RequestFault(.refused(.responseURI), member: "response_uri"))
        }
        guard faults.isEmpty, let use else { throw DeskError.faults(RequestFaults(faults)) }
        let contents = SessionContents(
            id: id, pageToken: pageToken, walletToken: walletToken, use: use.name, returnURL: body.returnURL?.text,
            wantsEvidence: body.evidence, pending: pending)
        let isAdded: Bool
        do throws(SessionStoreError) {
            let session = StoredSession(
                key: id.digest, pageKey: pageToken.digest, walletKey: walletToken.digest, party: party.name, state: .created,
                version: 1, expiresAt: expiresAt, removeAt: expiresAt + settings.times.ended,
                contents: try sealer.seal(contents, key: id.digest, version: 1))
            isAdded = try await store.add(session, openAtMost: settings.maximumOpen, at: now)
        } catch {
            throw DeskError.store(error)
        }
        guard isAdded else { throw DeskError.refusal(.tooManyOpen) }
        return CreatedSession(id: id, page: "\(base(of: party))/s/\(pageToken)", expiresAt: expiresAt)
    }

    /// The request of a session; nil if the server's address is too long.
    func draft(
        _ pending: PendingAnswer, _ walletToken: String, _ party: Party, _ query: DCQLQuery, walletNonce: String?, issuedAt: Int64,
        expiresAt: Int64
    ) -> RequestDraft? {
        guard let key = pending.encryptionKey, let address = responseURI(walletToken, of: party) else { return nil }
        return RequestDraft(
            clientID: party.clientID, certificates: party.certificates, responseURI: address, query: query, nonce: pending.nonce,
            state: pending.state, key: key.publicKey, registration: party.registration, walletNonce: walletNonce, issuedAt: issuedAt,
            expiresAt: expiresAt)
    }

    /// `response_uri` of a session; nil if the server's address is too long.
    func responseURI(_ walletToken: String, of party: Party) -> HTTPSURL? {
        HTTPSURL("\(base(of: party))/w/\(walletToken)/response")
    }

    /// A fresh encryption key with a random `kid`.
    private func freshKey() -> EncryptionPrivateKey {
        let keyID = Base64URL.encode(random(9))
        // One of 2³² numbers is not below the order of P-256.
        for _ in 0..<4 {
            if let key = try? EncryptionPrivateKey(rawRepresentation: random(32), keyID: keyID) { return key }
        }
        return EncryptionPrivateKey(keyID: keyID)
    }

    private static func use(_ name: String?, of party: Party) -> PartyUse? {
        guard let name else { return party.uses.first }
        return party.uses.first { $0.name.isExactly(name) }
    }

    /// The faults of the members that are not the wallet's.
    private static func faults(of body: RequestBody, _ use: PartyUse?) -> [RequestFault] {
        guard let use else { return [RequestFault(.refused(.requestMalformed), member: "use")] }
        guard let url = body.returnURL, !use.allows(url) else { return [] }
        return [RequestFault(.refused(.requestMalformed), member: "return_url")]
    }
}

extension PendingAnswer {
    /// The key that opens the answer.
    var encryptionKey: EncryptionPrivateKey? { try? EncryptionPrivateKey(rawRepresentation: Array(key), keyID: keyID) }
}

extension PartyUse {
    /// Room for `response_code` in an address.
    private static let codeBytes = 64

    /// True if a browser may go there: an address of the use, or one below it, with room for one `response_code`.
    func allows(_ url: HTTPSURL) -> Bool {
        guard url.text.utf8.count + Self.codeBytes <= HTTPSURL.maximumBytes, url.query?.contains("response_code") != true else {
            return false
        }
        return returnURLs.contains { allowed in
            let folder = allowed.path.hasSuffix("/") ? allowed.path : allowed.path + "/"
            return url.origin == allowed.origin && (url.path == allowed.path || url.path.hasPrefix(folder))
        }
    }
}
