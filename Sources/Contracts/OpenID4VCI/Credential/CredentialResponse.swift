// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What a credential issuer answers (OpenID4VCI §8.3).
package enum CredentialResponse: JSONMessage {
    /// Status 200: credentials, 1 to ``CredentialRequest/maximumProofs``, as texts: an SD-JWT, or base64url of an mdoc's `IssuerSigned`.
    /// And `notification_id`, when the issuer wants to know what becomes of them.
    case issued(credentials: [String], notificationID: String?)
    /// Status 202: later, at the deferred endpoint, not before so many seconds. It is read so that it can be named; nobody here goes there.
    case deferred(transactionID: String, interval: Int64)

    /// The longest credential, in bytes.
    package static let maximumCredentialBytes = 1024 * 1024
    /// The most bytes that an answer may have.
    package static let maximumBytes = 8 * 1024 * 1024

    /// The answer that an object holds.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        if members.has("transaction_id") {
            guard !members.has("credentials"), !members.has("notification_id") else {
                throw MalformedMessage("credentials now and later")
            }
            self = .deferred(
                transactionID: try members.token("transaction_id", maximum: 512), interval: try members.integer("interval", 1...31_536_000))
            return
        }
        guard !members.has("interval"), let values = try members.optionalArray("credentials", maximum: CredentialRequest.maximumProofs)
        else {
            throw MalformedMessage("no member credentials")
        }
        var credentials: [String] = []
        for value in values {
            let credential = try Members(value, "credentials").token("credential", maximum: Self.maximumCredentialBytes)
            guard !credential.contains(" ") else { throw MalformedMessage("a credential with spaces") }
            credentials.append(credential)
        }
        guard Set(credentials).count == credentials.count else { throw MalformedMessage("a credential twice") }
        self = .issued(credentials: credentials, notificationID: try members.optionalToken("notification_id", maximum: 512))
    }

    /// The object to send.
    package var json: JSONObject {
        switch self {
        case .issued(let credentials, let notificationID):
            var object: JSONObject = ["credentials": .array(credentials.map { ["credential": .string($0)] })]
            object.append("notification_id", ifAny: notificationID.map(JSONValue.string))
            return object
        case .deferred(let transactionID, let interval):
            return ["transaction_id": .string(transactionID), "interval": .integer(interval)]
        }
    }
}
