// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JSON
import RelyingPartyRegistration
import StatusList
import Testing
import X509

// snippet.verdict
/// Compares a query with the registration of the party that asks; `status` looks up an entry of a status list.
func verdict(
    on query: DCQLQuery, of identifier: String?, certificates data: [JSONValue], roots: [Certificate], at now: Date,
    status: (StatusListReference) async -> TokenStatus?
) async -> RegistrationVerdict {
    let check = RegistrationCheck(roots: roots, at: now)
    switch await check.read(data) {
    case .failure(let fault): return .unverifiable(fault, nil)
    case .success(let certificate):
        var entry: TokenStatus?
        if let reference = certificate.status { entry = await status(reference) }
        return check.verdict(certificate, status: entry, identifier: identifier, query: query)
    }
}
// snippet.end

struct RelyingPartyRegistrationUse {
    @Test func `a request without a registration certificate has a verdict too`() async throws {
        let query = try DCQLQuery(["credentials": [["id": "pid", "format": "dc+sd-jwt", "meta": [:]]]])
        let time = Date(timeIntervalSince1970: 1_800_000_000)
        let none = await verdict(on: query, of: "NTRNL-12345678", certificates: [], roots: [], at: time, status: { _ in nil })
        #expect(none == .unverifiable(.absent, nil))
        let foreign = await verdict(on: query, of: "NTRNL-12345678", certificates: ["a.b.c"], roots: [], at: time, status: { _ in nil })
        #expect(foreign == .unverifiable(.malformed, nil))
    }
}
