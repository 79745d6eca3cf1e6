// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// The form of a transaction code (OpenID4VCI §4.1.1, `tx_code`).
public struct TransactionCodeDescription: Sendable, Hashable, Codable {
    /// True if the code has digits only.
    public let isNumeric: Bool
    /// Number of characters, 1…64; nil if not specified.
    public let length: Int?
    /// The issuer's explanation of how the user receives the code, for display; at most 300 characters.
    public let description: String?

    /// A code of digits with any length by default.
    public init(isNumeric: Bool = true, length: Int? = nil, description: String? = nil) {
        self.isNumeric = isNumeric
        self.length = length
        self.description = description
    }

    init(_ members: Members) throws(MalformedMessage) {
        switch try members.optionalText("input_mode", maximum: Members.maximumWordBytes) {
        case nil, "numeric"?: isNumeric = true
        case "text"?: isNumeric = false
        default: throw MalformedMessage("input_mode is none that is known")
        }
        length = try members.optionalInteger("length", 1...64).map { Int($0) }
        description = try members.optionalSentence("description")
    }

    var json: JSONObject {
        var object = JSONObject()
        if !isNumeric { object.append("input_mode", "text") }
        object.append("length", ifAny: length.map { .integer(Int64($0)) })
        object.append("description", ifAny: description.map(JSONValue.string))
        return object
    }

    /// True if a text has this form: permitted characters and the announced length.
    public func fits(_ code: String) -> Bool {
        (1...64).contains(code.utf8.count) && code.isVisibleASCII && (!isNumeric || code.utf8.allSatisfy { (0x30...0x39).contains($0) })
            && (length ?? code.count) == code.count
    }
}

/// An issuer's offer to a wallet (§4.1.1). Not trustworthy by itself, because anyone can write an offer.
public struct CredentialOffer: JSONMessage {
    /// `credential_issuer`.
    public let issuer: HTTPSURL
    /// `credential_configuration_ids`: 1 to 16 different identifiers.
    public let configurationIDs: [String]
    /// `grants.authorization_code`; nil if not offered.
    public let authorizationCode: AuthorizationCode?
    /// The pre-authorised code in `grants`; nil if not offered.
    public let preAuthorizedCode: PreAuthorizedCode?

    /// The authorisation code grant: the user logs in.
    public struct AuthorizationCode: Sendable, Hashable {
        /// `issuer_state`, returned to the server unchanged.
        public let issuerState: String?
        /// `authorization_server`, one of the servers in the issuer's metadata.
        public let authorizationServer: HTTPSURL?

        /// The grant; both members are optional.
        public init(issuerState: String? = nil, authorizationServer: HTTPSURL? = nil) {
            self.issuerState = issuerState
            self.authorizationServer = authorizationServer
        }
    }

    /// The pre-authorised code grant: the offer contains the code.
    public struct PreAuthorizedCode: Sendable, Hashable {
        /// `pre-authorized_code`, a secret.
        public let code: String
        /// `tx_code`; nil if no transaction code is required.
        public let transactionCode: TransactionCodeDescription?
        /// `authorization_server`, one of the servers in the issuer's metadata.
        public let authorizationServer: HTTPSURL?

        /// The grant with its code.
        public init(code: String, transactionCode: TransactionCodeDescription? = nil, authorizationServer: HTTPSURL? = nil) {
            self.code = code
            self.transactionCode = transactionCode
            self.authorizationServer = authorizationServer
        }
    }

    /// Maximum number of kinds of credentials.
    public static let maximumConfigurations = 16

    /// An offer of 1 to ``maximumConfigurations`` kinds of credentials.
    public init(
        issuer: HTTPSURL, configurationIDs: [String], authorizationCode: AuthorizationCode? = nil,
        preAuthorizedCode: PreAuthorizedCode? = nil
    ) {
        self.issuer = issuer
        self.configurationIDs = configurationIDs
        self.authorizationCode = authorizationCode
        self.preAuthorizedCode = preAuthorizedCode
    }

    /// Reads an object. Unknown grants are ignored; without grants, the metadata decides (§4.1.1).
    ///
    /// - Throws: `MalformedMessage`.
    public init(_ object: JSONObject) throws(MalformedMessage) {
        let members = Members(object)
        issuer = try members.url("credential_issuer")
        guard issuer.query == nil else { throw MalformedMessage("credential_issuer has a query") }
        guard let identifiers = try members.optionalTexts("credential_configuration_ids", maximum: Self.maximumConfigurations) else {
            throw MalformedMessage("no member credential_configuration_ids")
        }
        configurationIDs = identifiers
        let grants = try members.optionalMembers("grants")
        authorizationCode =
            if let grant = try grants?.optionalMembers(GrantType.authorizationCode.rawValue) {
                AuthorizationCode(
                    issuerState: try grant.optionalToken("issuer_state", maximum: Members.maximumCodeBytes),
                    authorizationServer: try grant.optionalURL("authorization_server"))
            } else {
                nil
            }
        preAuthorizedCode =
            if let grant = try grants?.optionalMembers(GrantType.preAuthorizedCode.rawValue) {
                PreAuthorizedCode(
                    code: try grant.token("pre-authorized_code", maximum: Members.maximumCodeBytes),
                    transactionCode: try grant.optionalMembers("tx_code").map { (members) throws(MalformedMessage) in
                        try TransactionCodeDescription(members)
                    }, authorizationServer: try grant.optionalURL("authorization_server"))
            } else {
                nil
            }
    }

    /// The offer as an object.
    public var json: JSONObject {
        var grants = JSONObject()
        if let authorizationCode {
            var grant = JSONObject()
            grant.append("issuer_state", ifAny: authorizationCode.issuerState.map(JSONValue.string))
            grant.append("authorization_server", ifAny: (authorizationCode.authorizationServer?.text).map(JSONValue.string))
            grants.append(GrantType.authorizationCode.rawValue, .object(grant))
        }
        if let preAuthorizedCode {
            var grant: JSONObject = ["pre-authorized_code": .string(preAuthorizedCode.code)]
            grant.append("tx_code", ifAny: (preAuthorizedCode.transactionCode?.json).map(JSONValue.object))
            grant.append("authorization_server", ifAny: (preAuthorizedCode.authorizationServer?.text).map(JSONValue.string))
            grants.append(GrantType.preAuthorizedCode.rawValue, .object(grant))
        }
        var object: JSONObject = ["credential_issuer": .string(issuer.text), "credential_configuration_ids": .texts(configurationIDs)]
        if !grants.isEmpty { object.append("grants", .object(grants)) }
        return object
    }
}
