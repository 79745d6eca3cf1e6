// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet

extension IssuanceRequest {
    /// Returns a copy with different values of a header field; no values remove the field.
    func with(_ name: String, _ values: String...) -> IssuanceRequest {
        var headers = HeaderFields(headers.fields.filter { $0.name.lowercased() != name.lowercased() })
        for value in values { headers.append(name, value) }
        return IssuanceRequest(method: method, url: url, headers: headers, body: body, maximumResponseSize: maximumResponseSize)
    }

    /// Returns a copy with a different body.
    func with(body: [UInt8]) -> IssuanceRequest {
        IssuanceRequest(method: method, url: url, headers: headers, body: body, maximumResponseSize: maximumResponseSize)
    }

    /// Returns a copy with a different value of a form parameter; nil removes it.
    func with(parameter name: String, _ value: String?) throws -> IssuanceRequest {
        let form = try FormParameters(parsing: body)
        var pairs = form.pairs.filter { $0.name != name }.map { ($0.name, $0.value as String?) }
        if let value { pairs.append((name, value)) }
        return with(body: Array(FormParameters(pairs).encoded.utf8))
    }

    /// Returns a copy in which a token of the header was changed and signed again.
    func resigned(
        _ name: String, by key: P256.Signing.PrivateKey, _ change: (_ header: inout JSONObject, _ claims: inout JSONObject) -> Void
    ) throws -> IssuanceRequest {
        let jws = try CompactJWS(parsing: headers.values(name).first ?? "")
        var header = jws.header
        var claims = try JSONObject(parsing: jws.payload)
        change(&header, &claims)
        return with(name, try CompactJWS.sign(header: header, payload: claims.encode(), with: key).serialized)
    }
}

/// An attack on one request: the change and the expected rejection.
struct Attack: Sendable, CustomStringConvertible {
    let name: String
    let endpoint: IssuanceEndpoint
    let code: EndpointErrorCode
    let change: @Sendable (TestWallet, IssuanceRequest) throws -> IssuanceRequest

    var description: String { name }

    init(
        _ name: String, at endpoint: IssuanceEndpoint, _ code: EndpointErrorCode,
        _ change: @escaping @Sendable (TestWallet, IssuanceRequest) throws -> IssuanceRequest
    ) {
        self.name = name
        self.endpoint = endpoint
        self.code = code
        self.change = change
    }
}
