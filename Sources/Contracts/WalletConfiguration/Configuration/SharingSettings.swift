// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON

/// Whom the wallet trusts when a verifier asks for data, and what it does about a doubtful request.
///
/// `{"access_roots": ["<DER in base64>", …], "registrar_roots": […], "tls_roots": […], "over_asking": "warn",
/// "unverified_registration": "warn", "login": <claims>, "type_parents": {"<type>": ["<type>", …]}, "approval_seconds": 300}`. The roots are
/// required: each list has 1 to 8 different certificates in DER of at most 4096 bytes, not parsed here; a registrar's root is in no other
/// list. Without the other members there are the reactions and seconds shown here, no login and no parents.
package struct SharingSettings: Sendable, Hashable {
    /// The only roots for access certificates, which say who asks (ETSI TS 119 411-8).
    package let accessRoots: [[UInt8]]
    /// The only roots for registrars, which say what a verifier may ask for (ETSI TS 119 475). A registrar's certificate has no mark of its
    /// own, so every certificate below these roots can sign registrations: none of them may be a verifier's.
    package let registrarRoots: [[UInt8]]
    /// The only roots for connections to verifiers and to the status lists of registrars; the phone's own roots are not used.
    package let tlsRoots: [[UInt8]]
    /// The reaction if a verifier asks for more than it is registered for.
    package let overAsking: Reaction
    /// The reaction if a verifier's registration is missing or cannot be verified.
    package let unverifiedRegistration: Reaction
    /// The claims by which persons log in; nil if no request counts as a login.
    package let login: Login?
    /// The types that a type of card extends, nearest first: a request for one of them is met by the card as well (`vct_values`,
    /// OpenID4VP B.3.5). 0 to 32 types, each with 1 to 8 other types; a type has 1 to 256 visible ASCII characters.
    package let typeParents: [String: [String]]
    /// The time for which the person can approve a request, in seconds; 30...300.
    package let approvalSeconds: Int

    /// The effect of a finding about a verifier.
    package enum Reaction: String, Sendable, Hashable, CaseIterable {
        /// It warns, and the person decides.
        case warn
        /// It refuses the request.
        case refuse
    }

    /// Settings. Values outside these limits cannot be signed or read back.
    package init(
        accessRoots: [[UInt8]], registrarRoots: [[UInt8]], tlsRoots: [[UInt8]], overAsking: Reaction = .warn,
        unverifiedRegistration: Reaction = .warn, login: Login? = nil, typeParents: [String: [String]] = [:], approvalSeconds: Int = 300
    ) {
        self.accessRoots = accessRoots
        self.registrarRoots = registrarRoots
        self.tlsRoots = tlsRoots
        self.overAsking = overAsking
        self.unverifiedRegistration = unverifiedRegistration
        self.login = login
        self.typeParents = typeParents
        self.approvalSeconds = approvalSeconds
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let accessRoots = reader.required("access_roots", Reading.roots)
        let registrarRoots = reader.required("registrar_roots", Reading.roots)
        let tlsRoots = reader.required("tls_roots", Reading.roots)
        let overAsking = reader.optional("over_asking", Self.reaction) ?? .warn
        let unverifiedRegistration = reader.optional("unverified_registration", Self.reaction) ?? .warn
        let login = reader.optional("login", Login.init)
        let typeParents = reader.optional("type_parents", Self.parents) ?? [:]
        let approvalSeconds = reader.optional("approval_seconds", Reading.integer(30...300)) ?? 300
        for (name, roots) in [("access_roots", accessRoots), ("tls_roots", tlsRoots)] {
            guard let roots, let registrarRoots, !Set(registrarRoots).isDisjoint(with: roots) else { continue }
            reader.report("registrar_roots", problem: "a certificate of \(name); verifiers could register themselves")
        }
        var settings: SharingSettings?
        if let accessRoots, let registrarRoots, let tlsRoots {
            settings = SharingSettings(
                accessRoots: accessRoots, registrarRoots: registrarRoots, tlsRoots: tlsRoots, overAsking: overAsking,
                unverifiedRegistration: unverifiedRegistration, login: login, typeParents: typeParents, approvalSeconds: approvalSeconds)
        }
        self = try reader.finish(settings)
    }

    var json: JSONValue {
        var settings: JSONObject = [
            "access_roots": X5C.encode(accessRoots), "registrar_roots": X5C.encode(registrarRoots), "tls_roots": X5C.encode(tlsRoots),
            "over_asking": .string(overAsking.rawValue), "unverified_registration": .string(unverifiedRegistration.rawValue),
        ]
        if let login { settings.append("login", login.json) }
        if !typeParents.isEmpty {
            var types: JSONObject = [:]
            for (type, parents) in typeParents.sorted(by: { $0.key < $1.key }) {
                types.append(type, .array(parents.map { .string($0) }))
            }
            settings.append("type_parents", .object(types))
        }
        settings.append("approval_seconds", .integer(Int64(approvalSeconds)))
        return .object(settings)
    }

    private static var reaction: ContentsReader.Read<Reaction> { Reading.text("warn or refuse", Reaction.init(rawValue:)) }

    /// Reads types with their parents. As with ids of keys, no problem names a type.
    private static func parents(_ value: JSONValue, _ path: String) throws(UnacceptableContents) -> [String: [String]] {
        guard case .object(let object) = value else { throw UnacceptableContents(path, "not an object") }
        guard (1...32).contains(object.count) else { throw UnacceptableContents(path, "not 1 to 32 types") }
        var types: [String: [String]] = [:]
        for (type, value) in object.members {
            _ = try Reading.name(256)(.string(type), path)
            guard let parents = try? Reading.list(1...8, Reading.name(256))(value, path), !parents.contains(type),
                Set(parents).count == parents.count
            else { throw UnacceptableContents(path, "a type whose parents are not 1 to 8 other types, each once") }
            types[type] = parents
        }
        return types
    }
}
