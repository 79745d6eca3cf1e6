// SPDX-License-Identifier: EUPL-1.2

package import JSON
import OAuthMessages
import RelyingPartyRegistration
import StatusList

/// The members of a registration before the registrar signs it: who asks, what for, and what may be asked.
///
/// They are signed as written, after the wallet's own reader has accepted each of them. A value that it would skip, such as an
/// address that is not `https`, is refused here, so that a wallet shows everything that was registered.
package struct RegistrationDraft: Sendable, Hashable {
    /// The members in their order, without those that the registrar sets.
    package let members: JSONObject

    /// Maximum validity in days.
    package static let maximumDays = Int(RegistrationCertificate.maximumAge / 86_400)
    /// The entitlement of a party that only asks (ETSI TS 119 475 annex A).
    package static let serviceProvider = "https://uri.etsi.org/19475/Entitlement/Service_Provider"

    /// The members that a draft must have; besides `sub_ln`, or `sub_gn` and `sub_fn`.
    static let required = ["name", "sub", "country", "purpose", "privacy_policy", "entitlements", "credentials"]
    /// The members that a draft may have as well and that wallets read.
    private static let read: Set<String> = [
        "name", "sub_ln", "sub_gn", "sub_fn", "sub", "country", "srv_description", "purpose", "privacy_policy", "info_uri", "support_uri",
        "supervisory_authority", "entitlements", "credentials", "intermediary", "registry_uri",
    ]
    /// The members of the standard that wallets do not read.
    private static let unread: Set<String> = ["provided_attestations", "certificate_policy"]
    private static let ours: Set<String> = ["iat", "nbf", "exp", "status", "policy_id"]

    /// Checks the members.
    ///
    /// - Throws: `UnacceptableMember` naming the first member that is missing, unknown, set by the registrar, or not readable by wallets.
    package init(_ members: JSONObject) throws(UnacceptableMember) {
        for (name, value) in members.members {
            guard !Self.ours.contains(name) else { throw UnacceptableMember(name, "the registrar sets it") }
            guard Self.read.contains(name) || Self.unread.contains(name) else {
                throw UnacceptableMember(name, "no member of ETSI TS 119 475 v1.2.1 that wallets know")
            }
            if Self.read.contains(name) { try Self.check(name, value) }
        }
        for name in Self.required where !members.has(name) { throw UnacceptableMember(name, "missing") }
        guard members.has("sub_ln") || members.has("sub_gn") && members.has("sub_fn") else {
            throw UnacceptableMember("sub_ln", "missing; a natural person has sub_gn and sub_fn instead")
        }
        guard case .string(let country)? = members["country"], AccessSubject.isCountry(country) else {
            throw UnacceptableMember("country", "not two capital letters")
        }
        self.members = members
    }

    /// The claims to sign.
    ///
    /// - Parameter issuedAt: `iat`, in seconds since 1970.
    /// - Throws: `UnacceptableMember` for days out of range.
    func claims(days: Int, status: StatusListReference?, issuedAt: Int64) throws(UnacceptableMember) -> JSONObject {
        guard (1...Self.maximumDays).contains(days) else { throw UnacceptableMember("days", "not 1 to \(Self.maximumDays)") }
        var claims = members
        claims.append("policy_id", [.string(RegistrationCertificate.policy)])
        claims.append("iat", .integer(issuedAt))
        claims.append("exp", .integer(issuedAt + Int64(days) * 86_400))
        claims.append("status", ifAny: (status?.status).map(JSONValue.object))
        return claims
    }

    /// Reads a member alone, as wallets do, so that an error names it.
    private static func check(_ name: String, _ value: JSONValue) throws(UnacceptableMember) {
        let found: JSONObject
        do throws(MalformedMessage) {
            found = try RegistrationCertificate(claims: ["iat": 0, name: value]).claims
        } catch {
            throw UnacceptableMember(name, error.reason)
        }
        // A natural person's names are read as one.
        guard let read = found[["sub_gn", "sub_fn"].contains(name) ? "sub_ln" : name] else {
            throw UnacceptableMember(name, "empty, or not an https address: wallets would not show it")
        }
        guard case .object(let given) = value, case .object(let shown) = read else { return }
        for (inner, _) in given.members where !shown.has(inner) {
            throw UnacceptableMember("\(name).\(inner)", "empty, unknown, or not an https address: wallets would not show it")
        }
    }
}

extension RegistrationDraft {
    /// `sub`, the party's identifier.
    package var subject: String {
        if case .string(let subject)? = members["sub"] { subject } else { "" }
    }
}
