// SPDX-License-Identifier: EUPL-1.2

import JSON
import WalletVerifier

/// The JSON Schemas (2020-12) of bodies. Those of objects have an example, which tests validate against the schema.
enum DescribedSchemas {
    static let all: JSONObject = [
        "Token": ["type": "string", "pattern": "^[A-Za-z0-9_-]+$"],
        "RequestBody": object(
            [
                "dcql_query": ["type": "object", "description": "OpenID4VP 1.0 §6."],
                "return_url": ["type": "string", "format": "uri", "description": "https; begins with one of the use's return URLs."],
                "use": ["type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$", "description": "Default: the party's first use."],
                "evidence": ["type": "boolean", "description": "True for the signed presentation with the result."],
            ], optional: ["return_url", "use", "evidence"],
            example: [
                "dcql_query": [
                    "credentials": [
                        [
                            "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:1"]],
                            "claims": [["path": ["given_name"]]],
                        ]
                    ]
                ], "return_url": "https://shop.example/back",
            ]),
        "CreatedSession": object(
            ["session": token, "page": ["type": "string", "format": "uri"], "expires_at": time],
            example: ["session": "c2Vzc2lvbg", "page": "https://verifier.example/s/cGFnZQ", "expires_at": 1_767_225_600]),
        "SessionReport": object(
            [
                "state": ["enum": states], "has_result": ["type": "boolean"],
                "expires_at": time, "session_type": ["enum": ["same_device", "cross_device"]], "reason": ["type": "string"],
            ], optional: ["session_type", "reason"],
            example: ["state": "answered", "has_result": true, "expires_at": 1_767_225_600, "session_type": "cross_device"]),
        "ResultRequest": object(
            ["response_code": token], optional: ["response_code"], example: ["response_code": "Y29kZQ"]),
        "Result": object(
            [
                "credentials": ["type": "array", "items": ["type": "object"]],
                "evidence": ["type": "object", "description": "Keep it as it is; wallet-verifier check reads it."],
            ], optional: ["evidence"],
            example: ["credentials": [["id": "pid", "format": "dc+sd-jwt", "claims": ["given_name": "Test"], "status": "valid"]]]),
        "Page": ["type": "string"],
        "Picture": ["type": "string", "contentEncoding": "binary"],
        "PageStatus": object(
            [
                "state": ["enum": states], "time_left": ["type": "string", "description": "In the page's language."],
                "same_device": ["type": "object"], "cross_device": ["type": "object"], "next": ["type": "string", "format": "uri"],
            ], optional: ["time_left", "same_device", "cross_device", "next"],
            example: ["state": "fetched", "time_left": "You have 14 minutes left."]),
        "SignedRequest": ["type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$"],
        "RequestForm": object(["wallet_nonce": token], optional: ["wallet_nonce"], example: ["wallet_nonce": "bm9uY2U"]),
        "AnswerForm": [
            "type": "object",
            "properties": ["response": ["type": "string"], "error": ["type": "string"], "state": ["type": "string"]],
            "oneOf": [["required": ["response"]], ["required": ["error"]]], "examples": [["error": "access_denied", "state": "c3RhdGU"]],
        ],
        "AnswerReply": object(
            ["redirect_uri": ["type": "string", "format": "uri"]], optional: ["redirect_uri"],
            example: ["redirect_uri": "https://shop.example/back?response_code=Y29kZQ"]),
        "Problem": object(
            [
                "error": ["enum": codes], "message": ["type": "string"],
                "member": ["type": "string"],
                "faults": [
                    "type": "array",
                    "items": object(
                        ["reason": ["type": "string"], "member": ["type": "string"]],
                        example: ["reason": "not_encrypted", "member": "response_mode"]),
                ],
            ], optional: ["member", "faults"],
            example: ["error": "result_taken", "message": "The result was read before.", "member": "session"]),
        "Description": [
            "type": "object", "required": ["openapi", "info", "paths"], "properties": ["openapi": ["type": "string"]],
        ],
    ]

    private static let states = JSONValue.array(SessionState.allCases.map { JSONValue.string($0.rawValue) })
    private static let codes = JSONValue.array(VerifierProblem.messages.keys.sorted().map { JSONValue.string($0) })
    private static let token: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_.~-]+$"]
    private static let time: JSONValue = ["type": "integer", "description": "Seconds since 1970."]

    /// Returns the schema of an object with exactly these members.
    private static func object(_ members: JSONObject, optional: Set<String> = [], example: JSONValue) -> JSONValue {
        let required = members.members.filter { !optional.contains($0.name) }.map { JSONValue.string($0.name) }
        return [
            "type": "object", "required": .array(required), "properties": .object(members), "additionalProperties": false,
            "examples": [example],
        ]
    }
}
