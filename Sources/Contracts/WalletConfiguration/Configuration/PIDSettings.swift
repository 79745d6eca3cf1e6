// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// What a PID is and how it is obtained from the service `pid_issuer`, whose URL is the credential issuer's identifier.
///
/// `{"client_id": "…", "credential_roots": ["<DER in base64>", …], "sd_jwt": <kind>, "mdoc": <kind>, "batch_size": 4}`; `batch_size` may be
/// missing. The way back from the login is the universal link of kind `issuance_redirect`.
package struct PIDSettings: Sendable, Hashable {
    /// `client_id`: how wallets of this provider are called by issuers; `sub` of their attestations. 1 to 512 visible ASCII characters.
    package let clientID: String
    /// What the certificates of those who sign PIDs and their status lists must lead to, DER; 1 to 8. They are not parsed here.
    package let credentialRoots: [[UInt8]]
    /// The PID as `dc+sd-jwt`; its type is a `vct`.
    package let sdJWT: Kind
    /// The PID as `mso_mdoc`; its type is a `docType`.
    package let mdoc: Kind
    /// How many copies are obtained in each format, 1...16: each is shown once.
    package let batchSize: Int

    /// A kind of credential: `{"configuration_id": "…", "type": "…"}`.
    package struct Kind: Sendable, Hashable {
        /// The identifier in the issuer's metadata (OpenID4VCI §12.2.4), 1 to 256 visible ASCII characters.
        package let configurationID: String
        /// The type of the credentials, 1 to 256 visible ASCII characters.
        package let type: String

        /// A kind of credential.
        package init(configurationID: String, type: String) {
            self.configurationID = configurationID
            self.type = type
        }

        init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
            var reader = try ContentsReader(value, at: path)
            let configurationID = reader.required("configuration_id", PIDSettings.name(256))
            let type = reader.required("type", PIDSettings.name(256))
            var kind: Kind?
            if let configurationID, let type { kind = Kind(configurationID: configurationID, type: type) }
            self = try reader.finish(kind)
        }

        var json: JSONValue { ["configuration_id": .string(configurationID), "type": .string(type)] }
    }

    /// Settings, within the limits above; what is outside them cannot be read back or signed.
    package init(clientID: String, credentialRoots: [[UInt8]], sdJWT: Kind, mdoc: Kind, batchSize: Int = 4) {
        self.clientID = clientID
        self.credentialRoots = credentialRoots
        self.sdJWT = sdJWT
        self.mdoc = mdoc
        self.batchSize = batchSize
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let clientID = reader.required("client_id", Self.name(512))
        let roots = reader.required("credential_roots", Reading.roots)
        let sdJWT = reader.required("sd_jwt", Kind.init)
        let mdoc = reader.required("mdoc", Kind.init)
        let batchSize = reader.optional("batch_size", Reading.integer(1...16)) ?? 4
        var settings: PIDSettings?
        if let clientID, let roots, let sdJWT, let mdoc {
            settings = PIDSettings(clientID: clientID, credentialRoots: roots, sdJWT: sdJWT, mdoc: mdoc, batchSize: batchSize)
        }
        self = try reader.finish(settings)
    }

    var json: JSONValue {
        [
            "client_id": .string(clientID), "credential_roots": X5C.encode(credentialRoots), "sd_jwt": sdJWT.json, "mdoc": mdoc.json,
            "batch_size": .integer(Int64(batchSize)),
        ]
    }

    private static func name(_ maximum: Int) -> ContentsReader.Read<String> {
        Reading.text("a name of visible ASCII characters within its length") { text in
            (1...maximum).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
    }
}
