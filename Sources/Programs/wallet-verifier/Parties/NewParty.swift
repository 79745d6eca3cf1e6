// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import ServerCommands
import WalletVerifier

/// The files of a new party's folder, and the keys that are shown once.
struct NewParty {
    /// Names and contents. The description is the last: a folder without it is no party.
    let files: [(name: String, bytes: [UInt8])]
    /// The API key. Only its hash is in a file.
    let apiKey: String
    /// The key that authenticates webhooks; nil without webhooks.
    let webhookKey: String?

    /// The files that a party brings, and where it is told of ended sessions.
    struct Given {
        /// The paths of the access certificate with its chain, of its key, and of the registration.
        let certificate: String
        let key: String
        let registration: String?
        /// Nil for the hash of the certificate.
        var clientID: String?
        var webhook: HTTPSURL?
    }

    /// Reads the files and makes the keys.
    ///
    /// - Parameter name: a name as `PartyDescription.isName` has it.
    /// - Throws: `StartError` naming a file that cannot be read.
    init(_ name: String, _ given: Given, use: PartyUse) throws {
        _ = try TrustOptions.certificates(in: [given.certificate])
        var files: [(name: String, bytes: [UInt8])] = [
            ("certificate.pem", try InputFile(path: given.certificate).bytes()), ("key.pem", try InputFile(path: given.key).bytes()),
        ]
        if let registration = given.registration { files.append(("registration.jwt", try InputFile(path: registration).bytes())) }
        webhookKey = given.webhook.map { _ in Base64URL.encode(systemRandomBytes(32)) }
        if let webhookKey { files.append(("webhook.key", Array((webhookKey + "\n").utf8))) }
        apiKey = Base64URL.encode(systemRandomBytes(32))
        let description = PartyDescription(
            name: name, apiKeyHash: PartyDescription.hash(ofAPIKey: apiKey), clientID: given.clientID, certificate: "certificate.pem",
            key: "key.pem", registration: given.registration.map { _ in "registration.jwt" }, uses: [use],
            webhook: given.webhook.map { ($0, "webhook.key") })
        files.append((PartyFolder.description, description.json.encode() + [UInt8(ascii: "\n")]))
        self.files = files
    }
}
