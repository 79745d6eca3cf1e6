// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol
import ServerKit

/// The OpenAPI 3.1 description of the provider's public endpoints, derived from the protocol's own lists.
///
/// The description is public, for developers of clients and tests, and contains no secret. It describes only the outer messages; the signed
/// content is described in ProviderProtocol.docc.
///
/// - SeeAlso: OpenAPI Specification 3.1.1; RFC 9457; ProviderProtocol.docc.
package enum ProviderDescription {
    package static let path = "/api/v1/openapi.json"

    /// The description as JSON in UTF-8.
    package static let document: [UInt8] = object.encode()

    static let object: JSONObject = [
        "openapi": "3.1.1",
        "info": [
            "title": "Wallet provider", "version": "1",
            "summary": "Accounts, PINs and certificates of wallets.",
            "description": .string(
                """
                Every request but /enroll carries a signed message; what is in it is on the protocol page. Every refusal is a problem document \
                of the list below. An address that does not exist, and a method that an address does not take, is answered 400 \
                malformed_request.
                """),
            "license": ["name": "EUPL-1.2", "identifier": "EUPL-1.2"],
        ],
        "servers": [["url": "/"]],
        "paths": .object(paths),
        "components": [
            "schemas": .object(DescribedSchemas.all), "headers": .object(headers),
        ],
    ]

    private static let headers: JSONObject = [
        "CorrelationID": [
            "description": "The request's name in the provider's log; tell it to support.", "required": true,
            "schema": ["type": "string", "pattern": "^[0-9a-f]{16}$"],
        ],
        "RetryAfter": [
            "description": "Seconds until there is an answer again, if nobody else takes it.", "required": true,
            "schema": ["type": "integer", "minimum": 1],
        ],
    ]

    private static var paths: JSONObject {
        var paths: JSONObject = [:]
        for endpoint in DescribedEndpoint.all {
            paths.append(endpoint.path, .object([endpoint.method: .object(endpoint.operation)] as JSONObject))
        }
        return paths
    }
}
