// SPDX-License-Identifier: EUPL-1.2

public import OAuthMessages
public import StatusList

/// A registration certificate (ETSI TS 119 475 v1.2.1, clause 5.2): who asks for data, what for, and which data it may ask.
///
/// Reading proves nothing: only ``RegistrationCheck`` verifies the signer.
public struct RegistrationCertificate: Sendable, Hashable {
    /// `format` of the attachment in `verifier_info` (OpenID4VP §5.1) that carries the certificate.
    public static let attachmentFormat = "registration_cert"
    /// `typ`.
    public static let type = "rc-wrp+jwt"
    /// `policy_id` (clause 6.1.3).
    public static let policy = "0.4.0.19475.3.1"
    /// Maximum time between `iat` and `exp` in seconds: twelve months, also with a leap day (GEN-5.2.4-08).
    public static let maximumAge: Int64 = 366 * 86_400
    /// Maximum number of ``credentials``, and of services and purposes with all their languages.
    public static let maximumCount = 64

    /// `name`: the trade name.
    public let name: String?
    /// `sub_ln`: the legal name; for a natural person `sub_gn` and `sub_fn`, separated by a space.
    public let legalName: String?
    /// `sub`: the identifier, the same as organizationIdentifier of the access certificate. Without it the check of identity fails.
    public let subject: String?
    /// `country`: the member state, two letters, or `EU`.
    public let country: String?
    /// `srv_description`: the services; a language may occur several times.
    public let services: [LocalizedSentence]
    /// `purpose`: the intended use; a language may occur several times.
    public let purposes: [LocalizedSentence]
    /// `privacy_policy`; nil also for an address that is not `https`, as for the other links.
    public let privacyPolicy: HTTPSURL?
    /// `info_uri`.
    public let information: HTTPSURL?
    /// `support_uri`, if it is a page.
    public let support: HTTPSURL?
    /// `support_uri`, if it is a mail address; without `mailto:`.
    public let supportMail: String?
    /// `supervisory_authority`.
    public let authority: Authority
    /// `entitlements`, as URIs.
    public let entitlements: [String]
    /// `credentials`: what may be asked.
    public let credentials: [RegisteredCredential]
    /// `intermediary`: who asks in the subject's name.
    public let intermediary: Intermediary?
    /// `registry_uri`, for display only.
    public let registry: String?
    /// `iat`, seconds since 1970.
    public let issuedAt: Int64
    /// `exp`, seconds since 1970.
    public let expiresAt: Int64?
    /// `status.status_list`.
    public let status: StatusListReference?

    /// A certificate for signing; times are in seconds since 1970.
    public init(
        name: String?, legalName: String?, subject: String?, country: String?, services: [LocalizedSentence] = [],
        purposes: [LocalizedSentence] = [], privacyPolicy: HTTPSURL? = nil, information: HTTPSURL? = nil, support: HTTPSURL? = nil,
        supportMail: String? = nil, authority: Authority = Authority(), entitlements: [String] = [],
        credentials: [RegisteredCredential] = [], intermediary: Intermediary? = nil, registry: String? = nil, issuedAt: Int64,
        expiresAt: Int64? = nil, status: StatusListReference? = nil
    ) {
        self.name = name
        self.legalName = legalName
        self.subject = subject
        self.country = country
        self.services = services
        self.purposes = purposes
        self.privacyPolicy = privacyPolicy
        self.information = information
        self.support = support
        self.supportMail = supportMail
        self.authority = authority
        self.entitlements = entitlements
        self.credentials = credentials
        self.intermediary = intermediary
        self.registry = registry
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.status = status
    }

    /// The authority to which a user can report a suspicious request (`supervisory_authority`). Everything may be absent.
    public struct Authority: Sendable, Hashable {
        public let name, email, phone: String?
        /// The page for reports.
        public let uri: HTTPSURL?

        /// An authority; texts are for display.
        public init(name: String? = nil, email: String? = nil, phone: String? = nil, uri: HTTPSURL? = nil) {
            self.name = name
            self.email = email
            self.phone = phone
            self.uri = uri
        }
    }

    /// The party that asks in the subject's name (`intermediary`).
    public struct Intermediary: Sendable, Hashable {
        /// `sub`: the same as organizationIdentifier of its access certificate.
        public let subject: String
        /// `name`; the subject if it is absent.
        public let name: String

        /// An intermediary with its identifier and name.
        public init(subject: String, name: String) {
            self.subject = subject
            self.name = name
        }
    }
}
