// SPDX-License-Identifier: EUPL-1.2

public import Foundation
public import JSON
import SDJWT
import StatusList
public import X509

/// Verifies that a trusted issuer issued this PID, that its holder presents it to us now, and that it has not been revoked.
public func verifiedPID(
    _ presentation: String, issuers: [Certificate], nonce: String, at time: Date, fetch: (_ url: String) async throws -> String
) async throws -> JSONObject {
    let trust = IssuerTrust.certificates(roots: issuers)
    let verifier = SDJWTVerifier(trust: trust, kind: .credential(types: ["urn:eudi:pid:nl:1"]))
    let binding = KeyBindingExpectation(nonce: nonce, audience: "https://shop.example")
    let pid = try await verifier.verify(presentation, keyBinding: .required(binding), at: time)

    guard let claim = pid.payload["status"], let status = try StatusListReference(status: claim) else { return pid.payload }
    let list = try await StatusListVerifier(trust: trust).verify(fetch(status.uri), from: status.uri, at: time).list
    guard try list.status(at: status.index) == .valid else { throw RevokedCredential() }
    return pid.payload
}

/// The issuer has revoked or suspended the credential.
public struct RevokedCredential: Error {}
