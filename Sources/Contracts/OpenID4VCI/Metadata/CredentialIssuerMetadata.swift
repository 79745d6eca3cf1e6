// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What a credential issuer can do (OpenID4VCI §12.2.4), as unsigned JSON. Kinds of credentials in formats that are not spoken here are
/// left out.
package struct CredentialIssuerMetadata: JSONMessage {
    /// `credential_issuer`: its identifier.
    package let issuer: HTTPSURL
    /// `authorization_servers`; empty when the issuer is its own.
    package let authorizationServers: [HTTPSURL]
    /// `credential_endpoint`.
    package let credentialEndpoint: HTTPSURL
    /// `nonce_endpoint`; nil when proofs need no nonce.
    package let nonceEndpoint: HTTPSURL?
    /// `deferred_credential_endpoint`: it is read so that it may be published; a client of ours never goes there.
    package let deferredCredentialEndpoint: HTTPSURL?
    /// `notification_endpoint`.
    package let notificationEndpoint: HTTPSURL?
    /// The most proofs in one request: `batch_size`, at least 2; 1 without it.
    package let batchSize: Int
    /// Whether requests or responses must be encrypted on top of TLS, which a client of ours does not do.
    package let requiresEncryption: Bool
    /// How it is shown, in several languages.
    package let display: [IssuerDisplay]
    /// The kinds of credentials, each identifier once.
    package let configurations: [CredentialConfiguration]

    /// What an issuer can do.
    package init(
        issuer: HTTPSURL, authorizationServers: [HTTPSURL] = [], credentialEndpoint: HTTPSURL, nonceEndpoint: HTTPSURL?,
        notificationEndpoint: HTTPSURL? = nil, batchSize: Int = 1, display: [IssuerDisplay] = [], configurations: [CredentialConfiguration]
    ) {
        self.issuer = issuer
        self.authorizationServers = authorizationServers
        self.credentialEndpoint = credentialEndpoint
        self.nonceEndpoint = nonceEndpoint
        deferredCredentialEndpoint = nil
        self.notificationEndpoint = notificationEndpoint
        self.batchSize = batchSize
        requiresEncryption = false
        self.display = display
        self.configurations = configurations
    }

    /// The metadata that an object holds.
    ///
    /// - Throws: ``MalformedMessage``.
    package init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        issuer = try members.url("credential_issuer")
        guard issuer.query == nil else { throw MalformedMessage("credential_issuer has a query") }
        var servers: [HTTPSURL] = []
        for text in try members.optionalTexts("authorization_servers", maximum: 16) ?? [] {
            guard let url = HTTPSURL(text), url.query == nil else { throw MalformedMessage("authorization_servers has no identifier") }
            servers.append(url)
        }
        authorizationServers = servers
        credentialEndpoint = try members.url("credential_endpoint")
        nonceEndpoint = try members.optionalURL("nonce_endpoint")
        deferredCredentialEndpoint = try members.optionalURL("deferred_credential_endpoint")
        notificationEndpoint = try members.optionalURL("notification_endpoint")
        batchSize = Int(try members.optionalMembers("batch_credential_issuance")?.integer("batch_size", 2...1_000_000) ?? 1)
        var requiresEncryption = false
        for name in ["credential_request_encryption", "credential_response_encryption"] {
            guard let encryption = try members.optionalMembers(name) else { continue }
            guard encryption.has("encryption_required") else { throw MalformedMessage("no member encryption_required") }
            if try encryption.bool("encryption_required", default: true) { requiresEncryption = true }
        }
        self.requiresEncryption = requiresEncryption
        display = try members.displays("display", locale: \.locale) { (members) throws(MalformedMessage) in try IssuerDisplay(members) }
        var configurations: [CredentialConfiguration] = []
        let supported = try members.members("credential_configurations_supported").object
        guard supported.count <= 256 else { throw MalformedMessage("more kinds of credentials than are read") }
        for (name, value) in supported.members {
            guard (1...256).contains(name.utf8.count) else { throw MalformedMessage("an identifier that is too long") }
            if let configuration = try CredentialConfiguration(name, Members(value, "credential configuration")) {
                configurations.append(configuration)
            }
        }
        self.configurations = configurations
    }

    /// The object to publish.
    package var json: JSONObject {
        var object: JSONObject = ["credential_issuer": .string(issuer.text)]
        if !authorizationServers.isEmpty { object.append("authorization_servers", .texts(authorizationServers.map(\.text))) }
        object.append("credential_endpoint", .string(credentialEndpoint.text))
        object.append("nonce_endpoint", ifAny: (nonceEndpoint?.text).map(JSONValue.string))
        object.append("deferred_credential_endpoint", ifAny: (deferredCredentialEndpoint?.text).map(JSONValue.string))
        object.append("notification_endpoint", ifAny: (notificationEndpoint?.text).map(JSONValue.string))
        if batchSize > 1 { object.append("batch_credential_issuance", ["batch_size": .integer(Int64(batchSize))]) }
        if requiresEncryption { object.append("credential_request_encryption", ["encryption_required": true]) }
        if !display.isEmpty { object.append("display", .array(display.map { .object($0.json) })) }
        object.append(
            "credential_configurations_supported", .object(JSONObject(configurations.map { ($0.identifier, .object($0.json)) })))
        return object
    }

    /// The kind of credential with that identifier.
    package func configuration(_ identifier: String) -> CredentialConfiguration? {
        configurations.first { $0.identifier.isExactly(identifier) }
    }

    /// Where an issuer's metadata is: the name goes between host and path of its identifier (§12.2.2). Nil for an identifier with a query,
    /// and when the address would be too long.
    package static func url(of issuer: HTTPSURL) -> HTTPSURL? {
        issuer.query == nil ? HTTPSURL(issuer.wellKnown("openid-credential-issuer")) : nil
    }
}
