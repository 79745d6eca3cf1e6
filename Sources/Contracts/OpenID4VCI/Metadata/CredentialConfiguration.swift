// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A credential format with its type (OpenID4VCI appendix A).
@nonexhaustive public enum CredentialFormat: Sendable, Hashable {
    /// `dc+sd-jwt` with its `vct` (appendix A.3).
    case sdJWT(type: String)
    /// `mso_mdoc` with its `doctype` (appendix A.2).
    case mdoc(documentType: String)

    /// The value of `format`.
    public var name: String {
        switch self {
        case .sdJWT: "dc+sd-jwt"
        case .mdoc: "mso_mdoc"
        }
    }
}

/// An issuer's requirements on key attestations (§12.2.4, `key_attestations_required`); empty lists require nothing specific.
public struct KeyAttestationRequirement: Sendable, Hashable {
    /// `key_storage`: at least one of these values is required (appendix D.2).
    public let keyStorage: [String]
    /// `user_authentication`: at least one of these values is required.
    public let userAuthentication: [String]

    /// Requirements; nothing specific by default.
    public init(keyStorage: [String] = [], userAuthentication: [String] = []) {
        self.keyStorage = keyStorage
        self.userAuthentication = userAuthentication
    }

    init(_ members: Members) throws(MalformedMessage) {
        keyStorage = try members.optionalTexts("key_storage") ?? []
        userAuthentication = try members.optionalTexts("user_authentication") ?? []
    }

    var json: JSONObject {
        var object = JSONObject()
        if !keyStorage.isEmpty { object.append("key_storage", .texts(keyStorage)) }
        if !userAuthentication.isEmpty { object.append("user_authentication", .texts(userAuthentication)) }
        return object
    }
}

/// A kind of credential of an issuer (§12.2.4, an entry of `credential_configurations_supported`).
public struct CredentialConfiguration: Sendable, Hashable {
    /// Maximum number of described claims.
    public static let maximumClaims = 256

    /// The issuer's identifier for this kind.
    public let identifier: String
    /// Format and type.
    public let format: CredentialFormat
    /// The scope that requests it; HAIP 1.0 (§4.1) requires a scope.
    public let scope: String?
    /// `credential_signing_alg_values_supported`: names for `dc+sd-jwt`, COSE numbers for `mso_mdoc`; empty if absent.
    public let signingAlgorithms: [JSONValue]
    /// `cryptographic_binding_methods_supported`: `jwk`, `cose_key`; empty if credentials are not bound to a key.
    public let bindingMethods: [String]
    /// The signature algorithms for `jwt` proofs; nil if `jwt` proofs are not accepted.
    public let proofAlgorithms: [String]?
    /// The required attestation of keys in `jwt` proofs; nil if none is required.
    public let keyAttestation: KeyAttestationRequirement?
    /// The display properties in several languages.
    public let display: [CredentialDisplay]
    /// The possible claims.
    public let claims: [ClaimDescription]

    /// A kind of credential for publishing.
    public init(
        identifier: String, format: CredentialFormat, scope: String?, signingAlgorithms: [JSONValue] = [], bindingMethods: [String] = [],
        proofAlgorithms: [String]? = nil, keyAttestation: KeyAttestationRequirement? = nil, display: [CredentialDisplay] = [],
        claims: [ClaimDescription] = []
    ) {
        self.identifier = identifier
        self.format = format
        self.scope = scope
        self.signingAlgorithms = signingAlgorithms
        self.bindingMethods = bindingMethods
        self.proofAlgorithms = proofAlgorithms
        self.keyAttestation = keyAttestation
        self.display = display
        self.claims = claims
    }

    /// Reads an entry; nil for an unsupported format.
    init?(_ identifier: String, _ members: Members) throws(MalformedMessage) {
        let format = try members.text("format", maximum: Members.maximumWordBytes)
        switch format {
        case "dc+sd-jwt": self.format = .sdJWT(type: try members.text("vct"))
        case "mso_mdoc": self.format = .mdoc(documentType: try members.text("doctype"))
        default: return nil
        }
        self.identifier = identifier
        scope = try members.optionalToken("scope", maximum: Members.maximumNameBytes)
        guard scope?.contains(" ") != true else { throw MalformedMessage("scope is several") }
        signingAlgorithms = try members.optionalArray("credential_signing_alg_values_supported", maximum: Members.maximumListCount) ?? []
        for algorithm in signingAlgorithms {
            switch algorithm {
            case .string, .integer: break
            default: throw MalformedMessage("an algorithm that is neither name nor number")
            }
        }
        bindingMethods = try members.optionalTexts("cryptographic_binding_methods_supported") ?? []
        let proofTypes = try members.optionalMembers("proof_types_supported")
        let jwt = try proofTypes?.optionalMembers("jwt")
        proofAlgorithms = try jwt?.optionalTexts("proof_signing_alg_values_supported")
        guard jwt == nil || proofAlgorithms != nil else { throw MalformedMessage("no member proof_signing_alg_values_supported") }
        keyAttestation =
            if let members = try jwt?.optionalMembers("key_attestations_required") {
                try KeyAttestationRequirement(members)
            } else {
                nil
            }
        // Binding methods and proof types must both be present or both be absent (§12.2.4).
        guard bindingMethods.isEmpty == (proofTypes == nil) else { throw MalformedMessage("binding methods and proof types do not fit") }
        let metadata = try members.optionalMembers("credential_metadata")
        display =
            try metadata?.displays("display", locale: \.locale) { (members) throws(MalformedMessage) in try CredentialDisplay(members) }
            ?? []
        var claims: [ClaimDescription] = []
        for value in try metadata?.optionalArray("claims", maximum: Self.maximumClaims) ?? [] {
            claims.append(try ClaimDescription(Members(value, "claims")))
        }
        self.claims = claims
    }

    /// The entry as an object.
    var json: JSONObject {
        var object: JSONObject = ["format": .string(format.name)]
        switch format {
        case .sdJWT(let type): object.append("vct", .string(type))
        case .mdoc(let documentType): object.append("doctype", .string(documentType))
        }
        object.append("scope", ifAny: scope.map(JSONValue.string))
        if !signingAlgorithms.isEmpty { object.append("credential_signing_alg_values_supported", .array(signingAlgorithms)) }
        if !bindingMethods.isEmpty { object.append("cryptographic_binding_methods_supported", .texts(bindingMethods)) }
        if let proofAlgorithms {
            var jwt: JSONObject = ["proof_signing_alg_values_supported": .texts(proofAlgorithms)]
            jwt.append("key_attestations_required", ifAny: (keyAttestation?.json).map(JSONValue.object))
            object.append("proof_types_supported", ["jwt": .object(jwt)])
        } else if !bindingMethods.isEmpty {
            object.append("proof_types_supported", [:])
        }
        var metadata = JSONObject()
        if !display.isEmpty { metadata.append("display", .array(display.map { .object($0.json) })) }
        if !claims.isEmpty { metadata.append("claims", .array(claims.map { .object($0.json) })) }
        if !metadata.isEmpty { object.append("credential_metadata", .object(metadata)) }
        return object
    }

    /// True if a credential of this kind is bound to a key of the wallet.
    public var isBound: Bool { !bindingMethods.isEmpty }
}
