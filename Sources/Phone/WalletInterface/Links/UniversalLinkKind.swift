// SPDX-License-Identifier: EUPL-1.2

/// What a universal link is for, as far as it can be told without contacting anybody.
package enum UniversalLinkKind: String, Sendable, Hashable, CaseIterable {
    /// An issuer offers cards.
    case issuance
    /// An issuer offers cards to whoever shares something first.
    case disclosureBasedIssuance = "disclosure_based_issuance"
    /// Somebody asks for data. Whether it is shared or used to log in, only the request itself says.
    case disclosure
    /// The user comes back from an authentication that a session of this wallet began (UC3.1/1.2a–c, UC2.3.2/1.3a–d).
    case authenticationRedirect = "authentication_redirect"

    /// The flows that a link of this kind can resolve to (PF2.7/1.3); an authentication redirect begins none.
    package var flows: [LinkFlow] {
        switch self {
        case .issuance, .disclosureBasedIssuance: [.issuance]
        case .disclosure: [.sharing, .login]
        case .authenticationRedirect: []
        }
    }
}

/// A flow that a universal link begins (PF2.7/1.3a–c).
package enum LinkFlow: String, Sendable, Hashable, CaseIterable {
    /// 1.3a: obtain cards, UC4.1.
    case issuance
    /// 1.3b: share data, UC5.1.
    case sharing
    /// 1.3c: log in, UC5.2.
    case login

    /// The use case, as the functional design names it.
    package var useCase: String {
        switch self {
        case .issuance: "UC4.1"
        case .sharing: "UC5.1"
        case .login: "UC5.2"
        }
    }
}
