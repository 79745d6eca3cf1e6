// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DCQL
import JSON
import RelyingPartyRegistration
import SDJWT
import WalletConfiguration
import WalletInterface

/// All that an approval is bound to. If any of it differs between what was shown and what would be signed, the approval is void.
struct OfferBasis: Sendable, Hashable {
    /// A copy that was offered.
    struct Copy: Sendable, Hashable {
        let part: Int
        let card: CardID
        let format: QueriedFormat
        /// The name of the copy, which no other copy ever gets.
        let name: String?
        let usability: CardUsability
        /// The data that would be disclosed.
        let paths: [ClaimPath]
    }

    /// The lock's epoch: an approval does not survive a lock.
    let lockEpoch: Int
    /// The session.
    let session: Int
    /// SHA-256 of the signed request, which has the nonce, the query and the answer's address.
    let request: [UInt8]
    /// SHA-256 of the verifier's certificate.
    let verifier: [UInt8]
    let settings: SharingSettings
    let registration: RegistrationVerdict
    let copies: [Copy]
    let warnings: [SharingWarning]

    /// The first difference; nil if there is none.
    func change(from other: OfferBasis) -> ApprovalChange? {
        if lockEpoch != other.lockEpoch { return .locked }
        if session != other.session || request != other.request || verifier != other.verifier { return .request }
        if settings != other.settings { return .configuration }
        if registration != other.registration { return .registration }
        if copies != other.copies { return .cards }
        return warnings == other.warnings ? nil : .warnings
    }

    /// SHA-256 over all of it, in a form that has only one spelling. Warnings follow from the rest.
    var id: SharingOffer.ID {
        let object: JSONObject = [
            "lock": .integer(Int64(lockEpoch)), "session": .integer(Int64(session)), "request": .string(Base64URL.encode(request)),
            "verifier": .string(Base64URL.encode(verifier)), "settings": .object(ConfigurationPart(sharing: settings).json),
            "registration": .array(registration.texts.map(JSONValue.string)), "copies": .array(copies.map(\.json)),
        ]
        return SharingOffer.ID(digest: Array(SHA256.hash(data: object.encode())))
    }
}

extension OfferBasis.Copy {
    fileprivate var json: JSONValue {
        [
            "part": .integer(Int64(part)), "card": .string(card.text), "format": .string(format.rawValue), "name": .string(name ?? ""),
            "usability": .string(usability.rawValue), "paths": .array(paths.map(\.claimsPath)),
        ]
    }
}

extension RegistrationVerdict {
    fileprivate var texts: [String] {
        func text(_ certificate: RegistrationCertificate) -> String { Base64URL.encode(certificate.claims.encode()) }
        switch self {
        case .covered(let certificate): return ["covered", text(certificate)]
        case .overAsked(let certificate, let claims):
            let asked = claims.map { $0.queryID + " " + ($0.path.map { Base64URL.encode($0.claimsPath.encode()) } ?? "") }
            return ["over-asked", text(certificate)] + asked
        case .unverifiable(let fault, let certificate): return ["unverifiable", fault.rawValue, certificate.map(text) ?? ""]
        }
    }
}
