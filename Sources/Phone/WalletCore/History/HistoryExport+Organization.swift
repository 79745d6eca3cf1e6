// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

extension HistoryExport {
    /// An organization as it was at that time.
    struct Organization: Encodable {
        private let name: String
        private let legalName: String?
        private let identifier: String?
        private let country: String?
        private let host: String?
        private let registration: Registration?
        /// True if the registration is absent although the request had one, or may have had one.
        private let leavesOutRegistration: Bool?

        /// Nil if it is not known who asked.
        init?(_ event: SharingEvent, _ texts: ExportedTexts) {
            guard !event.organizationName.isEmpty else { return nil }
            let known = event.organization
            name = event.organizationName
            legalName = known?.legalName
            identifier = event.organizationID
            country = known?.country
            host = known.flatMap { $0.host.isEmpty ? nil : $0.host }
            registration = known?.registration.map { Registration($0, texts) }
            leavesOutRegistration = event.leavesOutRegistration ? true : nil
        }
    }

    /// The registration of an organization; a claim of its own unless it is verified.
    struct Registration: Encodable {
        private let isVerified: Bool
        private let name: String?
        private let legalName: String?
        private let service: String?
        private let purpose: String?
        private let privacyPolicy: String?
        private let information: String?
        private let support: String?
        private let supportMail: String?
        private let supervisor: Supervisor
        private let intermediary: String?
        private let registrar: String?

        init(_ registration: SharingRegistration, _ texts: ExportedTexts) {
            isVerified = registration.isVerified
            name = registration.name
            legalName = registration.legalName
            service = texts.text(registration.service)
            purpose = texts.text(registration.purpose)
            privacyPolicy = registration.privacyPolicy
            information = registration.information
            support = registration.support
            supportMail = registration.supportMail
            supervisor = Supervisor(registration.supervisor)
            intermediary = registration.intermediary
            registrar = registration.registrar
        }
    }

    /// The body that takes complaints about an organization.
    struct Supervisor: Encodable {
        private let name: String?
        private let email: String?
        private let phone: String?
        private let page: String?

        init(_ authority: SupervisoryAuthority) {
            name = authority.name
            email = authority.email
            phone = authority.phone
            page = authority.page
        }
    }
}
