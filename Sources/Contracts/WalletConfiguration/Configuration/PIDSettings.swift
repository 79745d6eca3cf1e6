// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The kinds of PID and the number of copies that the wallet obtains from the service `pid_issuer`.
///
/// `{"sd_jwt": <kind>, "mdoc": <kind>, "batch_size": 4, "time_zone": "Europe/Paris"}`; both kinds are required.
package struct PIDSettings: Sendable, Hashable {
    /// The PID as `dc+sd-jwt`; its type is a `vct`.
    package let sdJWT: Kind
    /// The PID as `mso_mdoc`; its type is a `docType`.
    package let mdoc: Kind
    /// Number of copies in each format, 1...16; each copy is shown once.
    package let batchSize: Int
    /// The time zone in which the issuer counts days, such as the last day of a card's validity: a name of the IANA time zone database, 1
    /// to 64 ASCII letters, digits and `/_+-`. Nil in documents from before this member existed; the wallet then takes the zone of the
    /// edition that ships with the app, also if the phone does not know the name, and UTC if that edition has none.
    package let timeZone: String?

    /// A kind of credential: `{"configuration_id": "…", "type": "…"}`.
    package struct Kind: Sendable, Hashable {
        /// The identifier in the issuer's metadata (OpenID4VCI §12.2.4), 1 to 256 visible ASCII characters.
        package let configurationID: String
        /// The type of the credentials, 1 to 256 visible ASCII characters.
        package let type: String

        package init(configurationID: String, type: String) {
            self.configurationID = configurationID
            self.type = type
        }

        init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
            var reader = try ContentsReader(value, at: path)
            let configurationID = reader.required("configuration_id", Reading.name(256))
            let type = reader.required("type", Reading.name(256))
            var kind: Kind?
            if let configurationID, let type { kind = Kind(configurationID: configurationID, type: type) }
            self = try reader.finish(kind)
        }

        var json: JSONValue { ["configuration_id": .string(configurationID), "type": .string(type)] }
    }

    /// Settings. Values outside these limits cannot be signed or read back.
    package init(sdJWT: Kind, mdoc: Kind, batchSize: Int = 4, timeZone: String? = nil) {
        self.sdJWT = sdJWT
        self.mdoc = mdoc
        self.batchSize = batchSize
        self.timeZone = timeZone
    }

    init(_ value: JSONValue, at path: String) throws(UnacceptableContents) {
        var reader = try ContentsReader(value, at: path)
        let sdJWT = reader.required("sd_jwt", Kind.init)
        let mdoc = reader.required("mdoc", Kind.init)
        let batchSize = reader.optional("batch_size", Reading.integer(1...16)) ?? 4
        let timeZone = reader.optional("time_zone", Self.zone)
        var settings: PIDSettings?
        if let sdJWT, let mdoc { settings = PIDSettings(sdJWT: sdJWT, mdoc: mdoc, batchSize: batchSize, timeZone: timeZone) }
        self = try reader.finish(settings)
    }

    var json: JSONValue {
        var settings: JSONObject = ["sd_jwt": sdJWT.json, "mdoc": mdoc.json, "batch_size": .integer(Int64(batchSize))]
        if let timeZone { settings.append("time_zone", .string(timeZone)) }
        return .object(settings)
    }

    private static var zone: ContentsReader.Read<String> {
        Reading.text("a name of the IANA time zone database") { text in
            (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { Character.isWord($0) || "/_+-".utf8.contains($0) } ? text : nil
        }
    }
}
