// SPDX-License-Identifier: EUPL-1.2

import JSON
import MDoc
import OpenID4VP

/// A wallet that shares a card with a verifier whose answers are the input.
extension FuzzTarget {
    /// The answer of `request_uri`; the reply to the wallet's message is valid.
    static let presentationRequest = FuzzTarget(
        "presentation-request", mutations: 60,
        seeds: {
            let request = sessionClaims
            let registration = FuzzRegistration.claims("status", ["status_list": ["idx": 1, "uri": "https://status.example/1"]])
            let attachment: JSONValue = [
                "format": "registration_cert", "data": .string(try FuzzRegistration.sign(registration.encode())),
            ]
            let mdoc: JSONValue = [
                "id": "mdoc", "format": "mso_mdoc", "meta": ["doctype_value": .string(FuzzHolder.documentType)],
                "claims": [["path": [.string(FuzzHolder.nameSpace.text), "family_name"]]],
            ]
            let changes: [(String, JSONValue)] = [
                ("verifier_info", [attachment]), ("dcql_query", ["credentials": [mdoc]]), ("client_metadata", [:]), ("nonce", "short"),
                ("response_uri", "https://other.example"), ("wallet_nonce", "other"), ("dcql_query", ["credentials": []]),
            ]
            let signed = try FuzzVerifier.sign(request.encode())
            var seeds = [
                FuzzReply.bytes(200, .isSigned, request.encode()), FuzzReply.bytes(200, [.isSigned, .isCrossDevice], request.encode()),
                FuzzReply.bytes(200, [.isSigned, .isStopped], request.encode()), FuzzReply.bytes(200, [], signed),
                FuzzReply.bytes(200, .isHTML, signed), FuzzReply.bytes(404, [], []), FuzzReply.bytes(503, [], []),
            ]
            for (name, value) in changes {
                var changed = request
                changed.set(name, value)
                seeds.append(FuzzReply.bytes(200, .isSigned, changed.encode()))
            }
            return seeds
        },
        run: { input async throws(FuzzFinding) in
            let given = FuzzReply(input)
            var verifier = HostileVerifier(arrivedBy: given.flags.contains(.isCrossDevice) ? .crossDevice : .sameDevice)
            let reply = VerifierAnswer(status: 200, mediaType: "application/json", body: Array("{}".utf8))
            return try await verifier.play(request: given.request, reply: reply, isStopped: given.flags.contains(.isStopped))
        })

    /// The reply to the wallet's answer, or to its error if the person stops; the request is valid.
    static let presentationReply = FuzzTarget(
        "presentation-reply", mutations: 40,
        seeds: {
            let redirect = Array(#"{"redirect_uri":"https://verifier.example/done?a=b#response_code=1"}"#.utf8)
            let foreign = Array(#"{"redirect_uri":"javascript:alert(1)"}"#.utf8)
            return [
                FuzzReply.bytes(200, [], redirect), FuzzReply.bytes(200, [], foreign), FuzzReply.bytes(200, .isCrossDevice, redirect),
                FuzzReply.bytes(200, .isStopped, redirect), FuzzReply.bytes(200, .isHTML, redirect), FuzzReply.bytes(200, [], []),
                FuzzReply.bytes(204, [], []), FuzzReply.bytes(302, [], redirect), FuzzReply.bytes(400, [], Array("{}".utf8)),
                FuzzReply.bytes(410, [], []), FuzzReply.bytes(503, [], []),
            ]
        },
        run: { input async throws(FuzzFinding) in
            let given = FuzzReply(input)
            var verifier = HostileVerifier(arrivedBy: given.flags.contains(.isCrossDevice) ? .crossDevice : .sameDevice)
            let request = VerifierAnswer(status: 200, mediaType: SignedRequest.mediaType, body: signedRequest)
            return try await verifier.play(request: request, reply: given.reply, isStopped: given.flags.contains(.isStopped))
        })

    /// The claims of a request for the wallet of ``HostileVerifier``.
    private static let sessionClaims: JSONObject = {
        var claims = FuzzVerifier.claims
        claims.set("wallet_nonce", .string(HostileVerifier.walletNonce))
        return claims
    }()
    private static let signedRequest = FuzzParties.made { try FuzzVerifier.sign(sessionClaims.encode()) }
}
