// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OAuthMessages
import OpenID4VP

extension Evidence {
    /// Reads a file: the JWS, whose signature is not verified here, and its contents.
    ///
    /// - Throws: `MalformedMessage`.
    static func read(_ file: [UInt8]) throws(MalformedMessage) -> (jws: CompactJWS, evidence: Evidence) {
        let limits = JSONLimits(maximumBytes: maximumBytes)
        guard let object = try? JSONObject(parsing: file, limits: limits), object.count == 3,
            case .string(let payload)? = object["payload"], case .string(let protected)? = object["protected"],
            case .string(let signature)? = object["signature"],
            let jws = try? CompactJWS(parsing: "\(protected).\(payload).\(signature)", maximumBytes: maximumBytes),
            jws.header["typ"] == .string(type), jws.header["alg"] == "ES256",
            let json = try? JSONObject(parsing: jws.payload, limits: limits)
        else { throw MalformedMessage("not a file of evidence") }
        return (jws, try Evidence(json))
    }

    private init(_ json: JSONObject) throws(MalformedMessage) {
        let members = Members(json)
        guard json["version"] == .integer(1), let token = json["vp_token"] else { throw MalformedMessage("version is not 1") }
        request = try members.text("request", maximum: SignedRequest.maximumBytes)
        walletNonce = try members.optionalToken("wallet_nonce")
        receivedAt = try members.time("received_at")
        var answer: JSONObject = ["vp_token": token]
        answer.append("state", ifAny: json["state"])
        self.token = try VPToken(parsing: answer.encode())
        sdJWTRoots = try Self.texts(json["sd_jwt_roots"])
        mdocRoots = try Self.texts(json["mdoc_roots"])
        statuses = try Self.texts(json["statuses"])
        guard case .object(let types)? = json["types"] else { throw MalformedMessage("types is not an object") }
        var read: [String: [String]] = [:]
        for (name, value) in types.members { read[name] = try Self.texts(value) }
        self.types = read
    }

    private static func texts(_ value: JSONValue?) throws(MalformedMessage) -> [String] {
        guard case .array(let values)? = value else { throw MalformedMessage("a member is not a list of texts") }
        var texts: [String] = []
        for value in values {
            guard case .string(let text) = value else { throw MalformedMessage("a member is not a list of texts") }
            texts.append(text)
        }
        return texts
    }
}
