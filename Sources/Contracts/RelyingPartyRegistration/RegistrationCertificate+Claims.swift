// SPDX-License-Identifier: EUPL-1.2

public import JSON
public import OAuthMessages
import StatusList

extension RegistrationCertificate {
    /// Reads the claims of version 1.2.1. Unknown claims are ignored; empty texts count as absent, because registrars write them so.
    ///
    /// - Throws: `MalformedMessage`, also for the members and types of version 1.1.1, and for a `status` without status list.
    public init(claims: JSONObject) throws(MalformedMessage) {
        let members = Members(claims)
        // In version 1.2.1 `act` only stands beside `intermediary`, which says the same.
        guard !members.has("service"), !members.has("dpa"), !members.has("act") || members.has("intermediary") else {
            throw MalformedMessage("members of version 1.1.1 of ETSI TS 119 475")
        }
        name = try members.shown("name")
        legalName = try members.legalName()
        subject = try members.shown("sub", maximum: Members.maximumIdentifierBytes)
        country = try members.shown("country")
        services = try members.sentences("srv_description")
        purposes = try members.sentences("purpose")
        privacyPolicy = try members.link("privacy_policy")
        information = try members.link("info_uri")
        support = try members.link("support_uri")
        supportMail = try members.mail("support_uri")
        authority =
            if let authority = try members.optionalMembers("supervisory_authority") { try Authority(authority) } else { Authority() }
        entitlements = try members.optionalTexts("entitlements") ?? []
        var credentials: [RegisteredCredential] = []
        for value in try members.list("credentials", maximum: Self.maximumCount) {
            credentials.append(try RegisteredCredential(Members(value, "credentials")))
        }
        self.credentials = credentials
        intermediary = if let party = try members.optionalMembers("intermediary") { try Intermediary(party) } else { nil }
        registry = try members.shown("registry_uri", maximum: HTTPSURL.maximumBytes)
        issuedAt = try members.time("iat")
        expiresAt = try members.optionalTime("exp")
        do throws(StatusListRejection) {
            status = if let value = claims["status"] { try StatusListReference(status: value) } else { nil }
        } catch {
            throw MalformedMessage("status is not a reference")
        }
        guard status != nil || !members.has("status") else { throw MalformedMessage("status has no status list") }
    }

    /// The claims of version 1.2.1 with ``policy``; what is absent or empty is left out.
    public var claims: JSONObject {
        var claims = JSONObject()
        claims.append("name", ifAny: name.map(JSONValue.string))
        claims.append("sub_ln", ifAny: legalName.map(JSONValue.string))
        claims.append("sub", ifAny: subject.map(JSONValue.string))
        claims.append("country", ifAny: country.map(JSONValue.string))
        claims.append("registry_uri", ifAny: registry.map(JSONValue.string))
        if !services.isEmpty { claims.append("srv_description", .array(services.map { .object($0.json) })) }
        if !entitlements.isEmpty { claims.append("entitlements", .texts(entitlements)) }
        claims.append("privacy_policy", ifAny: (privacyPolicy?.text).map(JSONValue.string))
        claims.append("info_uri", ifAny: (information?.text).map(JSONValue.string))
        claims.append("support_uri", ifAny: (support?.text ?? supportMail).map(JSONValue.string))
        if authority != Authority() { claims.append("supervisory_authority", .object(authority.json)) }
        claims.append("policy_id", .texts([Self.policy]))
        if !purposes.isEmpty { claims.append("purpose", .array(purposes.map { .object($0.json) })) }
        if !credentials.isEmpty { claims.append("credentials", .array(credentials.map { .object($0.json) })) }
        claims.append("intermediary", ifAny: (intermediary?.json).map(JSONValue.object))
        claims.append("iat", .integer(issuedAt))
        claims.append("exp", ifAny: expiresAt.map(JSONValue.integer))
        claims.append("status", ifAny: (status?.status).map(JSONValue.object))
        return claims
    }
}

extension RegistrationCertificate.Authority {
    fileprivate init(_ members: Members) throws(MalformedMessage) {
        name = try members.shown("name")
        email = try members.shown("email")
        phone = try members.shown("phone")
        uri = try members.link("uri")
    }

    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.append("name", ifAny: name.map(JSONValue.string))
        object.append("email", ifAny: email.map(JSONValue.string))
        object.append("phone", ifAny: phone.map(JSONValue.string))
        object.append("uri", ifAny: (uri?.text).map(JSONValue.string))
        return object
    }
}

extension RegistrationCertificate.Intermediary {
    fileprivate init(_ members: Members) throws(MalformedMessage) {
        let subject = try members.sentence("sub", maximum: Members.maximumIdentifierBytes)
        self.subject = subject
        name = try members.shown("name") ?? subject
    }

    fileprivate var json: JSONObject { ["sub": .string(subject), "name": .string(name)] }
}

extension Members {
    fileprivate func legalName() throws(MalformedMessage) -> String? {
        if let name = try shown("sub_ln") { return name }
        let names = [try shown("sub_gn"), try shown("sub_fn")].compactMap(\.self)
        return names.isEmpty ? nil : names.joined(separator: " ")
    }
}
