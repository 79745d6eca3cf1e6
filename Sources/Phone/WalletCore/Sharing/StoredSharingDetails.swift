// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension StoredSharingEvent {
    /// The rest of a request beside the organization's name: who asked, for which data, and the warnings that the person saw. Absent in
    /// events of earlier versions of the app. Every text is cut.
    struct Details: Codable, Sendable, Equatable {
        let legalName: String?
        let country: String?
        /// The host of the address for the answer; empty if the organization is not known.
        let host: String
        let isSameDevice: Bool
        var registration: Registration?
        /// True if ``registration`` is absent although the request had one, or may have had one. Nil otherwise.
        var leavesOutRegistration: Bool?
        var asked: [Asked]
        var warnings: [Warning]
        /// The rule of a refusal, or an `ApprovalChange`.
        var reason: String?

        private enum CodingKeys: String, CodingKey {
            case legalName, country, host, isSameDevice, registration, leavesOutRegistration, asked, warnings, reason
        }
    }

    /// One part of a request.
    struct Asked: Codable, Sendable, Equatable {
        /// The types of which any would do.
        var types: [String]
        var claims: [Claim]

        private enum CodingKeys: String, CodingKey { case types, claims }
    }

    /// A warning that the person saw. A kind of a later version of the app is not shown.
    struct Warning: Codable, Sendable, Equatable {
        let kind: String
        /// The claims of `overAsking`.
        var claims: [Claim]?
        /// The `RegistrationProblem` of `unverifiedRegistration`.
        var problem: String?
        /// The card of `statusUnknown` and `portrait`.
        var card: CardID?

        private enum CodingKeys: String, CodingKey { case kind, claims, problem, card }
    }

    /// A registration as it was shown.
    struct Registration: Codable, Sendable, Equatable {
        let isVerified: Bool
        let name: String?
        let legalName: String?
        let service: StoredText
        let purpose: StoredText
        let privacyPolicy: String?
        let information: String?
        let support: String?
        let supportMail: String?
        let supervisor: Supervisor
        let intermediary: String?
        let registrar: String?

        private enum CodingKeys: String, CodingKey {
            case isVerified, name, legalName, service, purpose, privacyPolicy, information, support, supportMail, supervisor, intermediary
            case registrar
        }
    }

    /// The body that takes complaints.
    struct Supervisor: Codable, Sendable, Equatable {
        let name: String?
        let email: String?
        let phone: String?
        let page: String?

        private enum CodingKeys: String, CodingKey { case name, email, phone, page }
    }
}

extension StoredSharingEvent.Asked {
    /// The keys of an earlier form.
    private enum EarlierKeys: String, CodingKey { case type }

    /// Reads also the earlier form, with at most one type.
    ///
    /// - Throws: `DecodingError`.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let earlier = try decoder.container(keyedBy: EarlierKeys.self).decodeIfPresent(String.self, forKey: .type)
        self.init(
            types: try values.decodeIfPresent([String].self, forKey: .types) ?? earlier.map { [$0] } ?? [],
            claims: try values.decode([StoredSharingEvent.Claim].self, forKey: .claims))
    }
}

extension StoredSharingEvent.Details {
    /// A request as it was told. Of an organization that is not known, neither a host nor a registration is kept.
    ///
    /// - Parameter language: the person's own language; nil for the phone's.
    init(_ told: ToldSharing, _ arrival: SharingArrival, reason: String?, language: String?) {
        let organization = told.organization
        self.init(
            legalName: organization?.legalName.map(StoredText.shortened), country: organization?.country.map(StoredText.shortened),
            host: StoredText.shortened(organization?.host ?? ""), isSameDevice: arrival == .sameDevice,
            registration: organization?.registration.map { StoredSharingEvent.Registration($0, language) },
            leavesOutRegistration: told.leavesOutRegistration ? true : nil,
            asked: told.asked.map { part in
                StoredSharingEvent.Asked(
                    types: part.types.map(StoredText.shortened),
                    claims: part.claims.map { StoredSharingEvent.Claim($0.path, $0.name, language) })
            }, warnings: told.warnings.map { StoredSharingEvent.Warning($0, language) }, reason: reason.map(StoredText.shortened))
    }
}

extension StoredSharingEvent.Registration {
    fileprivate init(_ shown: SharingRegistration, _ language: String?) {
        self.init(
            isVerified: shown.isVerified, name: shown.name.map(StoredText.shortened), legalName: shown.legalName.map(StoredText.shortened),
            service: StoredText(shown.service).cut(for: language), purpose: StoredText(shown.purpose).cut(for: language),
            privacyPolicy: StoredSharingEvent.address(shown.privacyPolicy), information: StoredSharingEvent.address(shown.information),
            support: StoredSharingEvent.address(shown.support), supportMail: StoredSharingEvent.address(shown.supportMail),
            supervisor: StoredSharingEvent.Supervisor(
                name: shown.supervisor.name.map(StoredText.shortened), email: StoredSharingEvent.address(shown.supervisor.email),
                phone: StoredSharingEvent.address(shown.supervisor.phone), page: StoredSharingEvent.address(shown.supervisor.page)),
            intermediary: shown.intermediary.map(StoredText.shortened), registrar: StoredSharingEvent.address(shown.registrar))
    }
}

extension StoredSharingEvent.Warning {
    fileprivate init(_ shown: SharingWarning, _ language: String?) {
        switch shown {
        case .overAsking(let claims):
            self.init(kind: "overAsking", claims: claims.map { StoredSharingEvent.Claim($0.path, $0.name, language) })
        case .unverifiedRegistration(let problem): self.init(kind: "unverifiedRegistration", problem: problem.rawValue)
        case .noWebsiteHost: self.init(kind: "noWebsiteHost")
        case .statusUnknown(let card): self.init(kind: "statusUnknown", card: card)
        case .portrait(let card): self.init(kind: "portrait", card: card)
        }
    }
}

extension StoredSharingEvent {
    /// An address of usual length; a longer one is left out, because half an address leads elsewhere.
    fileprivate static func address(_ text: String?) -> String? { text.flatMap { $0.utf8.count <= 2048 ? $0 : nil } }
}
