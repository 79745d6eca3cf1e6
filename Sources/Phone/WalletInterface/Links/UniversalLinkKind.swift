// SPDX-License-Identifier: EUPL-1.2

/// The purpose of a universal link, as far as it is known without contacting a server.
package enum UniversalLinkKind: String, Sendable, Hashable, CaseIterable {
    /// An issuer offers cards.
    case issuance
    /// An issuer offers cards in exchange for a disclosure.
    case disclosureBasedIssuance = "disclosure_based_issuance"
    /// A verifier requests data. Only the request itself distinguishes a disclosure from a login.
    case disclosure
    /// A return from an authentication that a session of this wallet started (UC3.1/1.2a–c, UC2.3.2/1.3a–d).
    case authenticationRedirect = "authentication_redirect"

    /// The flows that a link of this kind can resolve to (PF2.7/1.3); an authentication redirect starts none.
    package var flows: [LinkFlow] {
        switch self {
        case .issuance, .disclosureBasedIssuance: [.issuance]
        case .disclosure: [.sharing, .login]
        case .authenticationRedirect: []
        }
    }
}

/// A flow that a universal link starts (PF2.7/1.3a–c).
package enum LinkFlow: String, Sendable, Hashable, CaseIterable {
    /// 1.3a: obtain cards, UC4.1.
    case issuance
    /// 1.3b: share data, UC5.1.
    case sharing
    /// 1.3c: log in, UC5.2.
    case login

    /// The use case's name in the functional design.
    package var useCase: String {
        switch self {
        case .issuance: "UC4.1"
        case .sharing: "UC5.1"
        case .login: "UC5.2"
        }
    }
}
