// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird

/// Checks the browser's statement that a form comes from a page of the portal. The check complements the form's token.
struct OriginCheck: Sendable {
    let origin: PublicOrigin

    /// Returns true if the `Origin` header names the portal or, if `Origin` is opaque, `Sec-Fetch-Site` says `same-origin`. Neither header
    /// may name a different origin.
    func isOurs(_ request: Request) -> Bool {
        let origins = request.headers.values(of: "Origin")
        let sites = request.headers.values(of: "Sec-Fetch-Site")
        guard origins.count <= 1, sites.count <= 1, sites.isEmpty || sites == ["same-origin"] else { return false }
        if let named = origins.first, named != "null" { return named == origin.text(authority: request.head.authority) }
        return sites == ["same-origin"]
    }
}

extension HTTPFields {
    /// Returns all values of a field.
    fileprivate func values(of name: String) -> [String] {
        HTTPField.Name(name).map { self[values: $0] } ?? []
    }
}
