// SPDX-License-Identifier: EUPL-1.2

package import JSON
import OAuthMessages
package import OpenID4VP

extension RegistrationDraft {
    /// Adds what a party's access certificate says about it, so that both agree.
    ///
    /// - Throws: `UnacceptableMember` naming a member that says something else, or that neither has.
    package static func members(
        _ members: JSONObject, of party: VerifierIdentity
    ) throws(UnacceptableMember) -> JSONObject {
        let facts = [
            ("name", party.tradeName), ("sub_ln", party.legalName), ("sub", party.identifier), ("country", party.country),
        ]
        var filled = members
        for (name, fact) in facts {
            guard let fact else { throw UnacceptableMember(name, "not in the access certificate") }
            switch filled[name] {
            case nil: filled.append(name, .string(fact))
            case .string(let text)? where text.isExactly(fact): continue
            default: throw UnacceptableMember(name, "not what the access certificate says")
            }
        }
        return filled
    }
}
