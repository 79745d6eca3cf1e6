// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol

/// The JSON Schemas (2020-12) of bodies. Each has an example, which tests validate against the schema.
enum DescribedSchemas {
    /// One problem of each type, with the members of its problem document.
    static let problems: [ProviderProblem] = [
        .malformedRequest, .challengeRejected, .certificateRejected, .attestationRejected(reason: "certificate_chain"),
        .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false), .pinTimeout(timeLeft: 60_000), .accountBlocked,
        .accountRevoked(reason: "user_request", canRegisterNewWallet: true), .instructionRejected, .tooManyRequests,
        .unexpected(correlationID: "00000000000000ff"), .unavailable,
    ]

    static func name(ofProblem type: String) -> String { "problem_" + type }

    static var all: JSONObject {
        var all = bodies
        for problem in problems { all.append(name(ofProblem: problem.type), schema(of: problem)) }
        return all
    }

    private static let bodies: JSONObject = [
        "EnrolmentRequest": closed([:], example: [:]),
        "Challenge": closed(["challenge": token], example: ["challenge": "eyJ0eXAiOi.eyJhdWQi.MEQCIA"]),
        "Beacon": closed(["beacon": base64URL], example: ["beacon": "AAAAAGUi"]),
        "RegistrationRequest": closed(
            ["message": token, "device": reference("DeviceProof")],
            example: ["message": "eyJ0eXAi.eyJhdWQi.MEQCIA", "device": ["type": "apple_assertion", "value": "omlz"]]),
        "Registration": closed(
            ["certificate": token, "revocation_code": ["type": "string", "pattern": "^[0-9A-Z]{18}$"]],
            example: ["certificate": "eyJ0eXAi.eyJhdWQi.MEQCIA", "revocation_code": "0123456789ABCDEFGH"]),
        "InstructionRequest": closed(
            ["certificate": token, "message": token, "device": reference("DeviceProof")],
            example: [
                "certificate": "eyJ0eXAi.eyJhdWQi.MEQCIA", "message": "eyJhdWQi",
                "device": ["type": "android_signature", "value": "MEQCIA"],
            ]),
        "Result": closed(
            ["result": token, "beacon": base64URL], example: ["result": "eyJ0eXAi.eyJhdWQi.MEQCIA", "beacon": "AAAAAGUi"]),
        "DeviceProof": closed(
            ["type": ["enum": ["apple_assertion", "android_signature"]], "value": base64URL],
            example: ["type": "apple_assertion", "value": "omlz"]),
        "Keys": closed(
            ["keys": ["type": "array", "minItems": 2, "items": reference("Key")]],
            example: ["keys": [key("certificate"), key("result")]]),
        "Key": closed(
            [
                "kty": ["const": "EC"], "crv": ["const": "P-256"], "x": coordinate, "y": coordinate,
                "kid": ["type": "string", "minLength": 1],
                "use": ["enum": ["certificate", "result"]],
            ], example: key("result")),
        "StatusList": ["type": "string", "pattern": "^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$"],
        "Description": [
            "type": "object", "required": ["openapi", "info", "paths"], "properties": ["openapi": ["type": "string"]],
        ],
    ]

    private static let token: JSONValue = [
        "type": "string", "pattern": "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){0,2}$", "maxLength": 65_536,
    ]
    private static let base64URL: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]*$"]
    private static let coordinate: JSONValue = ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"]

    private static func key(_ use: String) -> JSONValue {
        let coordinate = JSONValue.string(String(repeating: "A", count: 43))
        return ["kty": "EC", "crv": "P-256", "x": coordinate, "y": coordinate, "kid": "certificate-1", "use": .string(use)]
    }

    /// Returns the schema of an object with exactly these members.
    private static func closed(_ members: JSONObject, example: JSONValue) -> JSONValue {
        [
            "type": "object", "required": .array(members.members.map { .string($0.name) }), "properties": .object(members),
            "additionalProperties": false, "examples": [example],
        ]
    }

    /// Returns the schema of a problem document: each member with its type.
    private static func schema(of problem: ProviderProblem) -> JSONValue {
        guard let document = try? JSONObject(parsing: problem.encode()) else { return ["not": [:]] }
        var members: JSONObject = [:]
        for (name, value) in document.members {
            let schema: JSONValue =
                switch (name, value) {
                case ("type", _), ("status", _): ["const": value]
                case (_, .integer): ["type": "integer", "minimum": 1]
                case (_, .bool): ["type": "boolean"]
                default: ["type": "string", "minLength": 1]
                }
            members.append(name, schema)
        }
        return closed(members, example: .object(document))
    }

    private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }
}
