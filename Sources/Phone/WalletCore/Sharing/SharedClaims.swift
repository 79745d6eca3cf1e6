// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import SDJWT
import WalletInterface

/// The data that a copy discloses, under the card's own names.
enum SharedClaims {
    /// Names of claims with a picture of the person.
    private static let portraits: Set<String> = ["picture", "portrait"]

    /// The claims that these paths disclose, in the order of the card's labels.
    ///
    /// - Parameters:
    ///   - paths: of the candidate; each selects something in the credential.
    ///   - names: the card's labels.
    static func claims(of credential: QueriedCredential, at paths: [ClaimPath], names: [StoredCard.ClaimName]) -> [SharedClaim] {
        guard !paths.isEmpty else { return [] }
        var disclosed: JSONObject
        switch credential.format {
        case .sdJWT:
            guard case .object(let object)? = part(of: .object(credential.claims), at: paths.map { $0.steps[...] }) else { return [] }
            disclosed = object
        case .mdoc: disclosed = elements(of: credential.claims, at: paths)
        }
        // Members that the card does not show as data are shown when they were asked for.
        let technical = CardClaims.hidden.sorted().compactMap { name -> CardClaim? in
            disclosed.remove(name).flatMap(CardValue.init).map { CardClaim(path: [name], name: LocalizedText([]), value: $0) }
        }
        return (CardClaims.claims(of: disclosed, names: names) + technical).map { claim in
            SharedClaim(claim: claim, isPortrait: claim.path.last.map(portraits.contains) ?? false)
        }
    }

    /// The name of what a query asks for; the path itself for a claim without a label.
    static func asked(_ path: ClaimPath?, as format: QueriedFormat?, names: [StoredCard.ClaimName]) -> AskedClaim {
        let texts = (path?.steps ?? []).compactMap { step -> String? in if case .name(let name) = step { name } else { nil } }
        let own = format == .mdoc ? texts.dropFirst().first.map(ElementNames.path) ?? [] : texts
        // The label of the claim, else of the nearest one around it.
        let label = names.filter { own.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
        return AskedClaim(path: own, name: label?.name.shown ?? LocalizedText([]))
    }

    /// The part of a value that paths select; nil if they select nothing.
    private static func part(of value: JSONValue, at paths: [ArraySlice<ClaimPath.Step>]) -> JSONValue? {
        if paths.contains(where: \.isEmpty) { return value }
        switch value {
        case .object(let object):
            var result = JSONObject()
            for member in object.members {
                let further = paths.filter { $0.first == .name(member.name) }.map { $0.dropFirst() }
                if !further.isEmpty, let part = part(of: member.value, at: further) { result.set(member.name, part) }
            }
            return result.isEmpty ? nil : .object(result)
        case .array(let elements):
            let parts = elements.enumerated().compactMap { index, element -> JSONValue? in
                let further = paths.filter { $0.first == .index(index) || $0.first == .everyElement }.map { $0.dropFirst() }
                return further.isEmpty ? nil : part(of: element, at: further)
            }
            return parts.isEmpty ? nil : .array(parts)
        default: return nil
        }
    }

    /// The elements of an mdoc at the places of the card's claims.
    private static func elements(of claims: JSONObject, at paths: [ClaimPath]) -> JSONObject {
        var result = JSONObject()
        for path in paths {
            guard path.steps.count == 2, case .name(let space) = path.steps[0], case .name(let element) = path.steps[1],
                case .object(let elements)? = claims[space], let value = elements[element]
            else { continue }
            result.place(value, at: ElementNames.path(of: element)[...])
        }
        return result
    }
}

extension JSONObject {
    /// Sets a value at a path of at least one name. A value that stands in the way is kept, and the new one gets the path as its name.
    fileprivate mutating func place(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        let further = path.dropFirst()
        switch self[name] {
        case nil where further.isEmpty: set(name, value)
        case nil:
            var inner = JSONObject()
            inner.place(value, at: further)
            set(name, .object(inner))
        case .object(var inner)? where !further.isEmpty:
            inner.place(value, at: further)
            set(name, .object(inner))
        case _?: set(path.joined(separator: "."), value)
        }
    }
}
