// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A kind of credential whose entry in an issuer's metadata breaks a rule. Only an issuance that asks for this kind ends.
package struct OddConfiguration: Sendable, Hashable {
    /// The issuer's identifier for this kind.
    package let identifier: String
    /// The broken rule.
    package let fault: MalformedMessage
}

/// An entry of the issuer's own `display` that breaks a rule and is left out.
package struct OddIssuerDisplay: Sendable, Hashable {
    /// The number of the entry, from 1.
    package let number: Int
    /// The broken rule.
    package let fault: MalformedMessage
}

/// The metadata of a credential issuer (OpenID4VCI §12.2.4), as unsigned JSON. Kinds of credentials in unsupported formats, and kinds whose
/// entries break a rule, are left out. So are entries of the issuer's own `display` that break a rule.
public struct CredentialIssuerMetadata: JSONMessage {
    /// `credential_issuer`: its identifier.
    public let issuer: HTTPSURL
    /// `authorization_servers`; empty if the issuer is its own authorisation server.
    public let authorizationServers: [HTTPSURL]
    /// `credential_endpoint`.
    public let credentialEndpoint: HTTPSURL
    /// `nonce_endpoint`; nil if proofs need no nonce.
    public let nonceEndpoint: HTTPSURL?
    /// `deferred_credential_endpoint`: kept for publishing; this client does not use it.
    public let deferredCredentialEndpoint: HTTPSURL?
    /// `notification_endpoint`.
    public let notificationEndpoint: HTTPSURL?
    /// `batch_size`: maximum number of proofs in a request, at least 2; 1 if absent.
    public let batchSize: Int
    /// True if requests or responses must be encrypted in addition to TLS, which this client does not support.
    public let requiresEncryption: Bool
    /// The display properties in several languages.
    public let display: [IssuerDisplay]
    /// The kinds of credentials; their identifiers are unique.
    public let configurations: [CredentialConfiguration]
    /// The kinds whose entries break a rule, in supported formats or without format. Part of neither ``json`` nor equality, but encoded.
    package internal(set) var oddConfigurations: [OddConfiguration]
    /// The entries of `display` that break a rule. Part of neither ``json`` nor equality, and not encoded.
    package let oddDisplays: [OddIssuerDisplay]
    /// Number of kinds in unsupported formats. Part of neither ``json`` nor equality, and not encoded.
    package let unsupportedCount: Int

    /// Maximum number of kinds of credentials.
    public static let maximumConfigurations = 256
    /// Maximum number of authorisation servers.
    public static let maximumServers = 16

    /// Metadata for publishing; a `batchSize` below 1 counts as 1.
    public init(
        issuer: HTTPSURL, authorizationServers: [HTTPSURL] = [], credentialEndpoint: HTTPSURL, nonceEndpoint: HTTPSURL?,
        notificationEndpoint: HTTPSURL? = nil, batchSize: Int = 1, display: [IssuerDisplay] = [], configurations: [CredentialConfiguration]
    ) {
        self.issuer = issuer
        self.authorizationServers = authorizationServers
        self.credentialEndpoint = credentialEndpoint
        self.nonceEndpoint = nonceEndpoint
        deferredCredentialEndpoint = nil
        self.notificationEndpoint = notificationEndpoint
        self.batchSize = max(1, batchSize)
        requiresEncryption = false
        self.display = display
        self.configurations = configurations
        oddConfigurations = []
        oddDisplays = []
        unsupportedCount = 0
    }

    /// Reads an object. Each entry of `credential_configurations_supported` and of `display` is judged by itself.
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        issuer = try members.url("credential_issuer")
        guard issuer.query == nil else { throw MalformedMessage("credential_issuer has a query") }
        var servers: [HTTPSURL] = []
        for text in try members.optionalTexts("authorization_servers", maximum: Self.maximumServers) ?? [] {
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
        (display, oddDisplays) = try Self.displays(members)
        var configurations: [CredentialConfiguration] = []
        var oddConfigurations: [OddConfiguration] = []
        let supported = try members.members("credential_configurations_supported").object
        guard supported.count <= Self.maximumConfigurations else { throw MalformedMessage("more kinds of credentials than are read") }
        for (name, value) in supported.members {
            do throws(MalformedMessage) {
                guard (1...256).contains(name.utf8.count) else { throw MalformedMessage("an identifier that is empty or too long") }
                if let configuration = try CredentialConfiguration(name, Members(value, "credential configuration")) {
                    configurations.append(configuration)
                }
            } catch {
                oddConfigurations.append(OddConfiguration(identifier: name, fault: error))
            }
        }
        self.configurations = configurations
        self.oddConfigurations = oddConfigurations
        unsupportedCount = supported.count - configurations.count - oddConfigurations.count
    }

    /// Reads the issuer's `display`. An odd name or picture is no reason to refuse the issuer, so an odd entry is left out. Of two entries
    /// for the same language the first is kept.
    private static func displays(_ members: Members) throws(MalformedMessage) -> ([IssuerDisplay], [OddIssuerDisplay]) {
        var displays: [IssuerDisplay] = []
        var odd: [OddIssuerDisplay] = []
        var locales: Set<String> = []
        for (index, value) in (try members.optionalArray("display", maximum: Members.maximumListCount) ?? []).enumerated() {
            do throws(MalformedMessage) {
                let display = try IssuerDisplay(Members(value, "display"))
                guard locales.insert(display.locale?.lowercased() ?? "").inserted else {
                    throw MalformedMessage("display has a language twice")
                }
                displays.append(display)
            } catch {
                odd.append(OddIssuerDisplay(number: index + 1, fault: error))
            }
        }
        return (displays, odd)
    }

    public var json: JSONObject {
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

    /// The kind of credential with this identifier; nil if absent.
    public func configuration(_ identifier: String) -> CredentialConfiguration? {
        configurations.first { $0.identifier.isExactly(identifier) }
    }

    /// The URL of an issuer's metadata; the well-known name is inserted between host and path of the identifier (§12.2.2). Nil if the
    /// identifier has a query or the URL would be too long.
    public static func url(of issuer: HTTPSURL) -> HTTPSURL? {
        issuer.query == nil ? HTTPSURL(issuer.wellKnown("openid-credential-issuer")) : nil
    }
}

extension CredentialIssuerMetadata {
    /// True if both publish the same. Entries that break a rule are not compared, because they are not written.
    public static func == (left: CredentialIssuerMetadata, right: CredentialIssuerMetadata) -> Bool {
        guard left.issuer == right.issuer, left.authorizationServers == right.authorizationServers,
            left.credentialEndpoint == right.credentialEndpoint, left.nonceEndpoint == right.nonceEndpoint,
            left.deferredCredentialEndpoint == right.deferredCredentialEndpoint,
            left.notificationEndpoint == right.notificationEndpoint, left.batchSize == right.batchSize,
            left.requiresEncryption == right.requiresEncryption, left.display == right.display
        else { return false }
        return left.configurations == right.configurations
    }

    /// Hashes issuer and kinds, consistent with equality.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(issuer)
        hasher.combine(configurations)
    }
}
