// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A credential issuer's response (OpenID4VCI §8.3). The cases are complete.
public enum CredentialResponse: JSONMessage {
    /// Status 200: 1 to ``CredentialRequest/maximumProofs`` credentials, each an SD-JWT or the base64url of an mdoc's `IssuerSigned`.
    /// `notification_id` is present if the issuer wants to be notified.
    case issued(credentials: [String], notificationID: String?)
    /// Status 202: deferred; `interval` is in seconds. Parsed only to report it, since deferred issuance is not supported.
    case deferred(transactionID: String, interval: Int64)

    /// Maximum size of a credential in bytes.
    public static let maximumCredentialBytes = 1024 * 1024
    /// Maximum size of a response in bytes.
    public static let maximumBytes = 8 * 1024 * 1024

    /// Reads an object.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        if members.has("transaction_id") {
            guard !members.has("credentials"), !members.has("notification_id") else {
                throw MalformedMessage("credentials now and later")
            }
            self = .deferred(
                transactionID: try members.token("transaction_id", maximum: Members.maximumIdentifierBytes),
                interval: try members.duration("interval", 1...31_536_000)
            )
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
        self = .issued(
            credentials: credentials, notificationID: try members.optionalToken("notification_id", maximum: Members.maximumIdentifierBytes))
    }

    public var json: JSONObject {
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
