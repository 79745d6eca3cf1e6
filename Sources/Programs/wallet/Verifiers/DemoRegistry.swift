// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DemoSites
import DurableFiles
import Foundation
import JOSE
import JSON
import Registrar
import ServerState

/// The files of the demo's verifier: its registrar with two roots, the parties, and the secret of sessions.
struct DemoRegistry: Sendable {
    /// The path of the verifier's directory.
    let directory: String
    /// The `vct` of the PIDs that parties may ask for.
    let type: String
    let registrar: DemoRegistrar

    private static let maximumBytes = 1 << 20

    /// Opens the registrar; creates it at the first start.
    ///
    /// - Throws: `StartError`, `UnacceptableMember`; existing files stay unchanged.
    init(directory: String, type: String) throws {
        self.directory = directory
        self.type = type
        let folder = directory + "/registrar"
        // The last file that is written: without it, an earlier start was interrupted, and nothing was signed yet.
        if FileManager.default.fileExists(atPath: folder + "/registrar-key.pem") {
            registrar = try DemoRegistrar { try Self.text(folder + "/" + $0) }
        } else {
            try LockedDirectory.make(folder)
            registrar = try DemoRegistrar(now: Date())
            for file in try registrar.files() { try StateFile.replace(folder + "/" + file.name, with: Array(file.text.utf8)) }
        }
    }

    /// The database of sessions.
    var sessions: String { directory + "/sessions.sqlite" }

    /// The directory of the TLS certificates.
    var tls: URL { URL(filePath: directory + "/tls", directoryHint: .isDirectory) }

    /// The secret that seals sessions; created at the first start.
    ///
    /// - Throws: `StartError`.
    func secret() throws -> [UInt8] {
        let text = try kept(directory + "/session-secret") { Base64URL.encode(randomBytes(32)) }
        guard let bytes = try? Base64URL.decode(text), bytes.count >= 32 else {
            throw StartError("\(directory)/session-secret is damaged.")
        }
        return bytes
    }

    /// The parties, one for each site. Keys are created at the first start and kept; certificates are renewed before they expire on the
    /// servers' clock, if they are of its future, or if this version of the demo names another host or registers something else.
    ///
    /// - Throws: `StartError`, `UnacceptableMember`.
    func parties(at now: Date) throws -> [DemoParty] { try DemoSite.allCases.map { try party($0, at: now) } }

    private func party(_ site: DemoSite, at now: Date) throws -> DemoParty {
        let folder = directory + "/parties/" + site.rawValue
        try LockedDirectory.make(directory + "/parties")
        try LockedDirectory.make(folder)
        let apiKey = try kept(folder + "/api-key") { Base64URL.encode(randomBytes(32)) }
        let pem = try kept(folder + "/key.pem") { P256.Signing.PrivateKey().pemRepresentation }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { throw StartError("\(folder)/key.pem is damaged.") }
        let (certificatePath, registrationPath) = (folder + "/certificate.pem", folder + "/registration.jwt")
        let organization = DemoOrganization(site: site)
        if FileManager.default.fileExists(atPath: certificatePath), FileManager.default.fileExists(atPath: registrationPath) {
            let certificate = try AccessCertificate(pem: Self.text(certificatePath))
            let registration = try Self.text(registrationPath)
            let draft = try organization.registration(of: certificate.identity, type: type)
            if DemoParty.isCurrent(certificate, of: site, at: now), Self.says(registration, draft) {
                return DemoParty(site: site, apiKey: apiKey, key: key, certificate: certificate, registration: registration)
            }
        }
        let certificate = try registrar.certify(key.publicKey, of: organization.subject(), days: DemoParty.days, now: now)
        let registration = try registrar.register(
            organization.registration(of: certificate.identity, type: type), days: DemoParty.days, status: nil, now: now)
        // The certificate is the last: its dates say if both are good.
        try StateFile.replace(registrationPath, with: Array(registration.utf8))
        try StateFile.replace(certificatePath, with: Array(certificate.pem.utf8))
        return DemoParty(site: site, apiKey: apiKey, key: key, certificate: certificate, registration: registration)
    }

    /// True if a registration has all members of a draft, with the same values.
    private static func says(_ registration: String, _ draft: RegistrationDraft) -> Bool {
        guard let payload = try? CompactJWS(parsing: registration).payload, let claims = try? JSONObject(parsing: payload) else {
            return false
        }
        return draft.members.members.allSatisfy { claims[$0.name] == $0.value }
    }

    /// The text of a file that is created once.
    private func kept(_ path: String, _ make: () -> String) throws -> String {
        if !FileManager.default.fileExists(atPath: path) { try StateFile.replace(path, with: Array(make().utf8)) }
        return try Self.text(path)
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try StateFile.read(path, maximumBytes: maximumBytes), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
