// SPDX-License-Identifier: EUPL-1.2

import JSON
import OAuthMessages
import OpenID4VP
import WalletVerifier

/// Why a description cannot be used: the member at fault, without its value.
struct PartyDescriptionError: Error, Hashable {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension PartyDescription {
    /// Reads a file. Unknown members are refused, so that a misspelt one is not missed.
    ///
    /// - Throws: ``PartyDescriptionError``.
    init(parsing bytes: [UInt8]) throws(PartyDescriptionError) {
        guard let json = try? JSONObject(parsing: bytes) else { throw PartyDescriptionError("it is no JSON object") }
        try json.refuseOthers(
            than: ["name", "api_key_sha256", "client_id", "certificate", "key", "registration", "uses", "webhook", "public_url"])
        name = try json.text("name")
        guard Self.isName(name) else { throw PartyDescriptionError("name is 1 to 64 letters, digits, - and _") }
        guard let hash = try? Base64URL.decode(json.text("api_key_sha256")), hash.count == 32 else {
            throw PartyDescriptionError("api_key_sha256 is 32 bytes in base64url")
        }
        apiKeyHash = hash
        clientID = try json.optionalText("client_id")
        certificate = try json.fileName("certificate")
        key = try json.fileName("key")
        registration = json.has("registration") ? try json.fileName("registration") : nil
        guard case .array(let list)? = json["uses"], !list.isEmpty else {
            throw PartyDescriptionError("uses is a list with an object or more")
        }
        var uses: [PartyUse] = []
        for entry in list { uses.append(try PartyUse(entry)) }
        guard Set(uses.map(\.name)).count == uses.count else { throw PartyDescriptionError("uses has a name twice") }
        self.uses = uses
        switch json["webhook"] {
        case nil: webhook = nil
        case .object(let object):
            try object.refuseOthers(than: ["url", "key"])
            guard let url = HTTPSURL(try object.text("url")) else { throw PartyDescriptionError("webhook.url is an https address") }
            webhook = (url, try object.fileName("key"))
        default: throw PartyDescriptionError("webhook is an object")
        }
        if let text = try json.optionalText("public_url") {
            guard let url = HTTPSURL(text), url.path.isEmpty, url.query == nil else {
                throw PartyDescriptionError("public_url is https://host[:port]")
            }
            publicURL = url
        }
    }
}

extension PartyUse {
    fileprivate init(_ value: JSONValue) throws(PartyDescriptionError) {
        guard case .object(let json) = value else { throw PartyDescriptionError("uses is a list of objects") }
        try json.refuseOthers(than: ["name", "session_types", "return_urls", "accept_unknown_status"])
        let name = try json.text("name")
        guard PartyDescription.isName(name) else { throw PartyDescriptionError("uses: name is 1 to 64 letters, digits, - and _") }
        var types: Set<SessionType> = []
        for text in try json.texts("session_types") {
            guard let type = SessionType(rawValue: text) else {
                throw PartyDescriptionError("uses: session_types has same_device, cross_device or both")
            }
            types.insert(type)
        }
        guard !types.isEmpty else { throw PartyDescriptionError("uses: session_types has same_device, cross_device or both") }
        var urls: [HTTPSURL] = []
        for text in try json.texts("return_urls") {
            guard let url = HTTPSURL(text) else { throw PartyDescriptionError("uses: return_urls has https addresses") }
            urls.append(url)
        }
        var acceptsUnknown = false
        switch json["accept_unknown_status"] {
        case nil: break
        case .bool(let flag): acceptsUnknown = flag
        default: throw PartyDescriptionError("uses: accept_unknown_status is true or false")
        }
        self.init(name: name, sessionTypes: types, returnURLs: urls, acceptsUnknownStatus: acceptsUnknown)
    }
}

extension JSONObject {
    fileprivate func refuseOthers(than known: Set<String>) throws(PartyDescriptionError) {
        guard members.allSatisfy({ known.contains($0.name) }) else {
            throw PartyDescriptionError("it has an unknown member; known are \(known.sorted().joined(separator: ", "))")
        }
    }

    fileprivate func text(_ name: String) throws(PartyDescriptionError) -> String {
        guard case .string(let text)? = self[name] else { throw PartyDescriptionError("\(name) is a text") }
        return text
    }

    fileprivate func optionalText(_ name: String) throws(PartyDescriptionError) -> String? { has(name) ? try text(name) : nil }

    /// The name of a file in the same folder.
    fileprivate func fileName(_ name: String) throws(PartyDescriptionError) -> String {
        let text = try text(name)
        guard !text.isEmpty, !text.contains("/"), text != ".", text != ".." else {
            throw PartyDescriptionError("\(name) is the name of a file in the same folder")
        }
        return text
    }

    fileprivate func texts(_ name: String) throws(PartyDescriptionError) -> [String] {
        guard let value = self[name] else { return [] }
        guard case .array(let values) = value else { throw PartyDescriptionError("\(name) is a list of texts") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw PartyDescriptionError("\(name) is a list of texts") }
            texts.append(text)
        }
        return texts
    }
}
