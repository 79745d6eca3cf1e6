// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import SDJWT

/// The type metadata of the PID as an SD-JWT VC (draft-ietf-oauth-sd-jwt-vc §6): the names of its claims and the appearance of its card.
/// The `vct` is a URN without a location, so the metadata is published at the path `/type-metadata/` followed by the `vct`.
enum TypeMetadata {
    static let path = "/type-metadata/" + PIDKind.credentialType

    static func json(with emblem: PIDEmblem) -> JSONObject {
        [
            "vct": .string(PIDKind.credentialType), "name": "Person identification data (Netherlands, test)",
            "extends": .string(PIDKind.baseType),
            "display": .array(PIDDisplay.card(with: emblem).map(display)),
            "claims": .array(PIDClaim.allCases.map(claim)),
        ]
    }

    private static func display(_ card: CredentialDisplay) -> JSONValue {
        var simple: JSONObject = [
            "background_color": .string(PIDDisplay.backgroundColor), "text_color": .string(PIDDisplay.textColor),
        ]
        if let logo = card.logo {
            simple.set("logo", ["uri": .string(logo.uri), "alt_text": .string(logo.alternativeText ?? "")])
        }
        if let background = card.backgroundImage { simple.set("background_image", ["uri": .string(background.uri)]) }
        return [
            "locale": .string(card.locale ?? "en"), "name": .string(card.name), "description": .string(card.description ?? ""),
            "rendering": ["simple": .object(simple)],
        ]
    }

    private static func claim(_ claim: PIDClaim) -> JSONValue {
        let path = claim.path.steps.map { step -> JSONValue in
            switch step {
            case .name(let name): .string(name)
            case .index(let index): .integer(Int64(index))
            case .everyElement: .null
            }
        }
        return [
            "path": .array(path), "mandatory": .bool(claim.isMandatory(in: .sdJWT)), "sd": "always",
            "display": .array(claim.names.map { ["locale": .string($0.language), "label": .string($0.name)] }),
        ]
    }
}
