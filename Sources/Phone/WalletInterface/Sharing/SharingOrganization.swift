// SPDX-License-Identifier: EUPL-1.2

/// The organization that asks for data: its identity is verified, its registration only if ``registration`` says so (UC5.1/7.1).
package struct SharingOrganization: Sendable, Hashable {
    /// The name to show: the trade name, else the legal name, else the host; never empty.
    package let name: String
    /// The legal name in its certificate; nil if absent.
    package let legalName: String?
    /// The identifier of the legal person, such as a number of a trade register; nil if absent.
    package let identifier: String?
    /// The country, two letters; nil if absent.
    package let country: String?
    /// The host of the address that receives the answer.
    package let host: String
    /// Its registration; nil without a registration that a registrar signed. Only if `isVerified` may it be shown as a fact.
    package let registration: SharingRegistration?

    package init(
        name: String, legalName: String?, identifier: String?, country: String?, host: String, registration: SharingRegistration?
    ) {
        self.name = name
        self.legalName = legalName
        self.identifier = identifier
        self.country = country
        self.host = host
        self.registration = registration
    }
}

/// The entries of a registration about an organization and its use of the data (UC5.1/6.1, 7.1). Every text is the registrar's or the
/// organization's, for display only.
package struct SharingRegistration: Sendable, Hashable {
    /// True if the registration counts for this request; false if it is only a claim.
    package let isVerified: Bool
    /// The trade name; nil if absent, as for all texts here.
    package let name: String?
    /// The legal name.
    package let legalName: String?
    /// The service, by language; empty if absent.
    package let service: LocalizedText
    /// The intended use of the data, by language; empty if absent.
    package let purpose: LocalizedText
    /// The address of the privacy policy, `https`.
    package let privacyPolicy: String?
    /// The address of a page about the organization, `https`.
    package let information: String?
    /// The address of its help page, `https`.
    package let support: String?
    /// The mail address of its help desk.
    package let supportMail: String?
    /// The body that takes complaints about it.
    package let supervisor: SupervisoryAuthority
    /// The organization that asks in this one's name.
    package let intermediary: String?
    /// The registrar's address.
    package let registrar: String?

    package init(
        isVerified: Bool, name: String?, legalName: String?, service: LocalizedText, purpose: LocalizedText, privacyPolicy: String?,
        information: String?, support: String?, supportMail: String?, supervisor: SupervisoryAuthority, intermediary: String?,
        registrar: String?
    ) {
        self.isVerified = isVerified
        self.name = name
        self.legalName = legalName
        self.service = service
        self.purpose = purpose
        self.privacyPolicy = privacyPolicy
        self.information = information
        self.support = support
        self.supportMail = supportMail
        self.supervisor = supervisor
        self.intermediary = intermediary
        self.registrar = registrar
    }
}

/// The body that takes complaints about an organization (UC5.1/8.2). Everything may be absent.
package struct SupervisoryAuthority: Sendable, Hashable {
    package let name: String?
    package let email: String?
    package let phone: String?
    /// The address of its page, `https`.
    package let page: String?

    package init(name: String? = nil, email: String? = nil, phone: String? = nil, page: String? = nil) {
        self.name = name
        self.email = email
        self.phone = phone
        self.page = page
    }
}
