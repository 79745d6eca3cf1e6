// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Foundation
import JOSE
import MDoc
import OpenID4VCI
import SDJWT
import StatusList

/// A factory for PIDs, with one factory for each signing key.
struct CredentialMaker: Sendable {
    let issuer: HTTPSURL
    let signer: DocumentSigner
    /// Validity of credentials, in seconds.
    let lifetime: Int64
    let random: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a credential, encoded for the wallet.
    ///
    /// All credentials of a day have the same times, so that the times cannot link credentials.
    ///
    /// - Parameters:
    ///   - status: the position of the credential's status.
    ///   - now: seconds since 1970.
    /// - Throws: errors of building or signing the credential.
    func credential(_ kind: PIDKind, of contents: PIDContents, for key: JWK, status: StatusListReference, now: Int64) async throws -> String
    {
        let start = now - now % 86_400
        switch kind {
        case .sdJWT: return try await sdJWT(contents, key, status, from: start)
        case .mdoc: return try await mdoc(contents, key, status, from: start)
        }
    }

    /// Returns the contents of a PID issued now. `date_of_expiry` is the day of `exp`, because a card has one expiry date.
    func contents(of person: Person, recoveryCode: String, now: Int64) -> PIDContents {
        let today = Date(timeIntervalSince1970: TimeInterval(now))
        let end = Date(timeIntervalSince1970: TimeInterval(now - now % 86_400 + lifetime))
        let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()
        return PIDContents(
            person: person, recoveryCode: recoveryCode, issuanceDate: today.formatted(style), expiryDate: end.formatted(style))
    }

    private func sdJWT(_ contents: PIDContents, _ key: JWK, _ status: StatusListReference, from start: Int64) async throws -> String {
        var claims: JSONObject = [
            "iss": .string(issuer.text), "vct": .string(PIDKind.credentialType), "iat": .integer(start), "nbf": .integer(start),
            "exp": .integer(start + lifetime), "cnf": ["jwk": .object(key.json)], "status": .object(status.status),
        ]
        for (name, value) in contents.claims.members { claims.append(name, value) }
        let unsigned = try UnsignedSDJWT(claims: claims, disclosable: contents.disclosable, minimumDigests: 4, random: random)
        return try await unsigned.signed(certificates: signer.certificates) { try await signer.sign($0) }.serialized
    }

    private func mdoc(_ contents: PIDContents, _ key: JWK, _ status: StatusListReference, from start: Int64) async throws -> String {
        let date = Date(timeIntervalSince1970: TimeInterval(start))
        var list = CBORMap()
        list["idx"] = .unsigned(UInt64(status.index))
        list["uri"] = .text(status.uri)
        var mechanisms = CBORMap()
        mechanisms["status_list"] = .map(list)
        let unsigned = try UnsignedMDoc(
            docType: DocType(PIDKind.documentType), elements: contents.elements, deviceKey: COSEKey(key.publicKey),
            validity: ValidityInfo(signed: date, validFrom: date, validUntil: date + TimeInterval(lifetime)), status: .map(mechanisms),
            random: random)
        return Base64URL.encode(try await unsigned.signed(certificates: signer.mdocCertificates) { try await signer.sign($0) }.encode())
    }
}
