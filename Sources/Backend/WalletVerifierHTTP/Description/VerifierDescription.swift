// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON

/// The OpenAPI 3.1 description of the server, made from the lists that its routes are made from. It has no secret.
///
/// - SeeAlso: OpenAPI Specification 3.1.1.
enum VerifierDescription {
    static let object: JSONObject = [
        "openapi": "3.1.1",
        "info": [
            "title": "Wallet verifier", "version": "1", "summary": "Asks wallets for data on behalf of parties (OpenID4VP 1.0).",
            "description": .string(
                """
                A party creates a session and sends the browser to its page; the wallet fetches the signed request and posts its answer; the \
                party reads the result once. Every refusal has a code in error. An address with a method that it does not take is answered \
                405 method_not_allowed.
                """),
            "license": ["name": "EUPL-1.2", "identifier": "EUPL-1.2"],
        ],
        "servers": [["url": "/"]],
        "paths": .object(paths),
        "components": [
            "schemas": .object(DescribedSchemas.all), "headers": .object(headers),
            "securitySchemes": ["apiKey": ["type": "http", "scheme": "bearer"]],
        ],
    ]

    private static let headers: JSONObject = [
        "CorrelationID": [
            "description": "The request's name in the verifier's log; tell it to support.", "required": true,
            "schema": ["type": "string", "pattern": "^[0-9a-f]{16}$"],
        ],
        "RetryAfter": [
            "description": "Seconds until a repetition may succeed.", "required": true, "schema": ["type": "integer", "minimum": 1],
        ],
        "Location": ["description": "Where the browser goes on.", "required": true, "schema": ["type": "string"]],
    ]

    private static var paths: JSONObject {
        var paths: JSONObject = [:]
        for endpoint in VerifierEndpoint.allCases {
            var operations: JSONObject = [:]
            for described in DescribedEndpoint.all where described.endpoint == endpoint {
                operations.append(described.method.rawValue.lowercased(), .object(described.operation))
            }
            paths.append(endpoint.describedPath, .object(operations))
        }
        return paths
    }
}
