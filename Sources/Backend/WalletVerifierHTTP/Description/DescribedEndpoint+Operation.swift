// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import ServerKit
import WalletVerifier

extension DescribedEndpoint {
    /// The OpenAPI operation object.
    var operation: JSONObject {
        var operation: JSONObject = ["operationId": .string(name), "summary": .string(summary)]
        if !parameters.isEmpty { operation.append("parameters", .array(parameters)) }
        if isForParties { operation.append("security", [["apiKey": []]]) }
        if let request {
            operation.append(
                "requestBody",
                ["required": .bool(needsBody), "content": .object(Self.content(requestType, Self.reference("schemas", request)))])
        }
        var done: JSONObject = ["description": "Done.", "headers": .object(Self.headers(at: status))]
        if let answer { done.append("content", .object(Self.content(answerType, Self.reference("schemas", answer)))) }
        var responses: JSONObject = ["\(status)": .object(done)]
        if mayRedirect {
            responses.append("303", ["description": "The browser goes on.", "headers": .object(Self.headers(at: 303))])
        }
        for (status, codes) in byStatus {
            responses.append(
                "\(status)",
                [
                    "description": .string("Refused: " + codes.joined(separator: ", ") + "."),
                    "headers": .object(Self.headers(at: status)),
                    "content": .object(
                        endpoint.isPage
                            ? Self.content("text/html", Self.reference("schemas", "Page"))
                            : Self.content("application/json", Self.reference("schemas", "Problem"))),
                ])
        }
        operation.append("responses", .object(responses))
        return operation
    }

    private var parameters: [JSONValue] {
        var parameters: [JSONValue] = []
        if let name = endpoint.parameter {
            parameters.append(["name": .string(name), "in": "path", "required": true, "schema": Self.reference("schemas", "Token")])
        }
        for item in query {
            parameters.append(["name": .string(item.name), "in": "query", "required": .bool(item.isRequired), "schema": ["type": "string"]])
        }
        return parameters
    }

    private var byStatus: [(status: Int, codes: [String])] {
        Dictionary(grouping: codes) { Self.status(of: $0) }.map { ($0.key, $0.value) }.sorted { $0.status < $1.status }
    }

    /// The status that goes with a code.
    static func status(of code: String) -> Int {
        if let reason = DeskRefusal.Reason(rawValue: code) { return reason.status.code }
        return switch code {
        case "unauthorized": 401
        case "method_not_allowed": 405
        case "too_large": 413
        case "media_type": 415
        case "too_many_requests": 429
        case "unexpected": 500
        case "unavailable": 503
        default: 400
        }
    }

    private static func headers(at status: Int) -> JSONObject {
        var headers: JSONObject = [:]
        headers.append(CorrelationID.headerName, reference("headers", "CorrelationID"))
        if status == 429 || status == 503 { headers.append("Retry-After", reference("headers", "RetryAfter")) }
        if status == 303 { headers.append("Location", reference("headers", "Location")) }
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
