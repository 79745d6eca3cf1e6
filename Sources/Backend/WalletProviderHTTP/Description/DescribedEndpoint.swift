// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import ProviderProtocol
import ServerKit
import StatusList

/// An endpoint of the provider's public API description.
struct DescribedEndpoint {
    let path: String
    let method: String
    let name: String
    let summary: String
    /// The schema of the request's body; nil without a body.
    let request: String?
    let status: Int
    let answer: String
    /// The media type of the answer.
    var mediaType = "application/json"
    /// The numeric path parameter; nil without a parameter.
    var parameter: String?
    /// The types of problems that the endpoint may answer with.
    let problems: [String]

    /// All endpoints, in the order of ProviderProtocol.docc.
    static var all: [DescribedEndpoint] {
        let always = ["too_many_requests", "unexpected", "unavailable"]
        let message = ["malformed_request", "certificate_rejected", "account_revoked", "instruction_rejected"] + always
        let registration = [
            DescribedEndpoint(
                path: Endpoint.enroll.path, method: "post", name: "enroll", summary: "A challenge for a registration.",
                request: "EnrolmentRequest", status: 200, answer: "Challenge", problems: ["malformed_request"] + always),
            DescribedEndpoint(
                path: Endpoint.createWallet.path, method: "post", name: "create_wallet", summary: "Registers a wallet.",
                request: "RegistrationRequest", status: 201, answer: "Registration",
                problems: [
                    "malformed_request", "challenge_rejected", "attestation_rejected", "account_revoked", "instruction_rejected",
                ] + always),
            DescribedEndpoint(
                path: Endpoint.beacon.path, method: "get", name: "beacon", summary: "The current challenge for instructions.",
                request: nil, status: 200, answer: "Beacon", problems: always),
        ]
        let instructions = Instruction.allCases.filter(\.hasRoute).map { instruction in
            DescribedEndpoint(
                path: Endpoint.instruction(instruction).path, method: "post", name: instruction.rawValue,
                summary: summary(of: instruction), request: "InstructionRequest", status: 200, answer: "Result",
                problems: message + ["challenge_rejected"] + pinProblems(of: instruction))
        }
        let documents = [
            DescribedEndpoint(
                path: Endpoint.keys.path, method: "get", name: "keys", summary: "The public keys in use, a JWK set.", request: nil,
                status: 200, answer: "Keys", problems: always),
            DescribedEndpoint(
                path: "/api/v1/status-lists/{number}", method: "get", name: "status_list",
                summary: "A status list of wallet attestations, a signed JWT (Token Status List).", request: nil, status: 200,
                answer: "StatusList", mediaType: StatusListToken.mediaType, parameter: "number", problems: ["malformed_request"] + always),
            DescribedEndpoint(
                path: ProviderDescription.path, method: "get", name: "openapi", summary: "This description.", request: nil, status: 200,
                answer: "Description", problems: ["too_many_requests", "unexpected"]),
        ]
        return registration + instructions + documents
    }

    private static func pinProblems(of instruction: Instruction) -> [String] {
        instruction.proof == .pin || instruction == .settlePINChange ? ["incorrect_pin", "pin_timeout", "account_blocked"] : []
    }

    private static func summary(of instruction: Instruction) -> String {
        switch instruction.proof {
        case .deviceOnly: "The instruction \(instruction.rawValue), proven by the device key."
        case .pin: "The instruction \(instruction.rawValue), proven by device key and PIN."
        case .newPIN: "The instruction \(instruction.rawValue), proven by the device key and the key of a new PIN."
        }
    }

    /// The OpenAPI operation object.
    var operation: JSONObject {
        var operation: JSONObject = ["operationId": .string(name), "summary": .string(summary)]
        if let parameter {
            operation.append(
                "parameters",
                [["name": .string(parameter), "in": "path", "required": true, "schema": ["type": "integer", "minimum": 1]]])
        }
        if let request {
            operation.append(
                "requestBody",
                ["required": true, "content": .object(Self.content("application/json", Self.reference("schemas", request)))])
        }
        var responses: JSONObject = [
            "\(status)": [
                "description": "Done.", "headers": .object(Self.headers(at: status)),
                "content": .object(Self.content(mediaType, Self.reference("schemas", answer))),
            ]
        ]
        for (status, types) in Self.byStatus(problems) {
            let alternatives = types.map { Self.reference("schemas", DescribedSchemas.name(ofProblem: $0)) }
            responses.append(
                "\(status)",
                [
                    "description": .string("Refused: " + types.joined(separator: ", ") + "."),
                    "headers": .object(Self.headers(at: status)),
                    "content": .object(Self.content(ProviderProblem.mediaType, ["oneOf": .array(alternatives)])),
                ])
        }
        operation.append("responses", .object(responses))
        return operation
    }

    private static func byStatus(_ types: [String]) -> [(status: Int, types: [String])] {
        let statuses = types.compactMap { type in DescribedSchemas.problems.first { $0.type == type }.map { (type, $0.status) } }
        return Dictionary(grouping: statuses, by: \.1).map { ($0.key, $0.value.map(\.0)) }.sorted { $0.0 < $1.0 }
    }

    private static func headers(at status: Int) -> JSONObject {
        var headers: JSONObject = [:]
        headers.append(CorrelationID.headerName, reference("headers", "CorrelationID"))
        if status == 429 || status == 503 { headers.append("Retry-After", reference("headers", "RetryAfter")) }
        return headers
    }

    private static func content(_ type: String, _ schema: JSONValue) -> JSONObject {
        var content: JSONObject = [:]
        content.append(type, ["schema": schema])
        return content
    }

    private static func reference(_ group: String, _ name: String) -> JSONValue {
        ["$ref": .string("#/components/\(group)/\(name)")]
    }
}
