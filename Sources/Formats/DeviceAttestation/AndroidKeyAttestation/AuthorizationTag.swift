// SPDX-License-Identifier: EUPL-1.2

/// A tag of an authorization list: the number of a property in Keymaster and KeyMint (`Tag.aidl`, without the type bits).
public struct AuthorizationTag: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The possible forms of a tag's value.
    enum Form: Sendable {
        case present, number, numbers, bytes, rootOfTrust, applicationID
    }

    /// The number, which is also the ASN.1 tag number.
    public let number: UInt

    /// A tag by its number, which may be unknown to the schema.
    public init(number: UInt) {
        self.number = number
    }

    /// The schema's name, such as `osPatchLevel`; the number if the tag is unknown.
    public var description: String { Self.known[number]?.name ?? String(number) }

    /// The form of the tag's value; nil if the tag is unknown.
    var form: Form? { Self.known[number]?.form }

    /// Orders tags by number.
    public static func < (one: AuthorizationTag, other: AuthorizationTag) -> Bool { one.number < other.number }

    /// The permitted uses of the key (SET OF INTEGER; 2 sign, 3 verify).
    public static let purpose = AuthorizationTag(number: 1)
    /// The key's algorithm (INTEGER; 1 RSA, 3 EC).
    public static let algorithm = AuthorizationTag(number: 2)
    /// The key's size in bits (INTEGER).
    public static let keySize = AuthorizationTag(number: 3)
    /// The digests with which the key may sign (SET OF INTEGER; 4 SHA-256).
    public static let digest = AuthorizationTag(number: 5)
    /// The key's curve (INTEGER; 1 P-256). Keymaster 4's StrongBox omits it.
    public static let ecCurve = AuthorizationTag(number: 10)
    /// The key can be used without user authentication (NULL).
    public static let noAuthRequired = AuthorizationTag(number: 503)
    /// The key can be used by every app (NULL).
    public static let allApplications = AuthorizationTag(number: 600)
    /// The creation time of the key, in milliseconds since 1970 (INTEGER).
    public static let creationDateTime = AuthorizationTag(number: 701)
    /// The origin of the key (INTEGER; 0 generated in the secure hardware).
    public static let origin = AuthorizationTag(number: 702)
    /// The boot state of the device.
    public static let rootOfTrust = AuthorizationTag(number: 704)
    /// The operating system's version, two digits for each of its three parts (INTEGER).
    public static let osVersion = AuthorizationTag(number: 705)
    /// The month of the operating system's security patches, YYYYMM (INTEGER).
    public static let osPatchLevel = AuthorizationTag(number: 706)
    /// The app that created the key (OCTET STRING that contains an `AttestationApplicationID`).
    public static let attestationApplicationID = AuthorizationTag(number: 709)
    /// The day of the vendor's security patches, YYYYMMDD (INTEGER).
    public static let vendorPatchLevel = AuthorizationTag(number: 718)
    /// The day of the boot image's security patches, YYYYMMDD (INTEGER).
    public static let bootPatchLevel = AuthorizationTag(number: 719)

    /// All tags in the schemas of Keymaster 2 to KeyMint 4, with the form of their values.
    private static let known: [UInt: (name: String, form: Form)] = [
        1: ("purpose", .numbers), 2: ("algorithm", .number), 3: ("keySize", .number), 4: ("blockMode", .numbers),
        5: ("digest", .numbers), 6: ("padding", .numbers), 7: ("callerNonce", .present), 8: ("minMacLength", .number),
        10: ("ecCurve", .number), 200: ("rsaPublicExponent", .number), 203: ("mgfDigest", .numbers),
        303: ("rollbackResistance", .present), 305: ("earlyBootOnly", .present), 400: ("activeDateTime", .number),
        401: ("originationExpireDateTime", .number), 402: ("usageExpireDateTime", .number), 405: ("usageCountLimit", .number),
        502: ("userSecureId", .number), 503: ("noAuthRequired", .present), 504: ("userAuthType", .number), 505: ("authTimeout", .number),
        506: ("allowWhileOnBody", .present), 507: ("trustedUserPresenceRequired", .present),
        508: ("trustedConfirmationRequired", .present), 509: ("unlockedDeviceRequired", .present), 600: ("allApplications", .present),
        601: ("applicationId", .bytes), 701: ("creationDateTime", .number), 702: ("origin", .number), 703: ("rollbackResistant", .present),
        704: ("rootOfTrust", .rootOfTrust), 705: ("osVersion", .number), 706: ("osPatchLevel", .number),
        709: ("attestationApplicationId", .applicationID), 710: ("attestationIdBrand", .bytes), 711: ("attestationIdDevice", .bytes),
        712: ("attestationIdProduct", .bytes), 713: ("attestationIdSerial", .bytes), 714: ("attestationIdImei", .bytes),
        715: ("attestationIdMeid", .bytes), 716: ("attestationIdManufacturer", .bytes), 717: ("attestationIdModel", .bytes),
        718: ("vendorPatchLevel", .number), 719: ("bootPatchLevel", .number), 720: ("deviceUniqueAttestation", .present),
        721: ("identityCredentialKey", .present), 723: ("attestationIdSecondImei", .bytes), 724: ("moduleHash", .bytes),
    ]
}
