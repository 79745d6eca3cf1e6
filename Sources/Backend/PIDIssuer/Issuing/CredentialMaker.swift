// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import CalendarDays
import Foundation
import JOSE
import JSON
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
    /// The time zone in which the issuer counts days.
    let zone: TimeZone
    let random: @Sendable (_ count: Int) -> [UInt8]

    /// Creates a credential, encoded for the wallet.
    ///
    /// All credentials of a day have the same times, so that the times cannot link credentials: from the start of the day until the end of
    /// the day of expiry, in the issuer's zone.
    ///
    /// - Parameters:
    ///   - status: the position of the credential's status.
    ///   - now: seconds since 1970.
    /// - Throws: errors of building or signing the credential.
    func credential(_ kind: PIDKind, of contents: PIDContents, for key: JWK, status: StatusListReference, now: Int64) async throws -> String
    {
        let days = days(now)
        let validity = days.first.start(in: zone)..<days.last.end(in: zone)
        switch kind {
        case .sdJWT: return try await sdJWT(contents, key, status, validity)
        case .mdoc: return try await mdoc(contents, key, status, validity)
        }
    }

    /// Returns the contents of a PID issued now. `exp` is the end of the day `date_of_expiry`, because a card has one expiry date.
    func contents(of person: Person, recoveryCode: String, now: Int64) -> PIDContents {
        let days = days(now)
        return PIDContents(
            person: person, recoveryCode: recoveryCode, issuanceDate: days.first.text, expiryDate: days.last.text,
            isAdult: person.birthDate.hasReached(18, on: days.first))
    }

    /// Returns the end of the validity of credentials issued now, in seconds since 1970.
    func end(now: Int64) -> Int64 { Int64(days(now).last.end(in: zone).timeIntervalSince1970) }

    /// The day of issuance and the day of expiry, on which the credential is still valid. A lifetime below a day ends with the day of
    /// issuance.
    private func days(_ now: Int64) -> (first: CalendarDay, last: CalendarDay) {
        let today = CalendarDay(Date(timeIntervalSince1970: TimeInterval(now)), in: zone)
        return (today, today.adding(days: Int(lifetime / 86_400)))
    }

    private func sdJWT(
        _ contents: PIDContents, _ key: JWK, _ status: StatusListReference, _ validity: Range<Date>
    ) async throws -> String {
        let (start, end) = (Int64(validity.lowerBound.timeIntervalSince1970), Int64(validity.upperBound.timeIntervalSince1970))
        var claims: JSONObject = [
            "iss": .string(issuer.text), "vct": .string(PIDKind.credentialType), "iat": .integer(start), "nbf": .integer(start),
            "exp": .integer(end), "cnf": ["jwk": .object(key.json)], "status": .object(status.status),
        ]
        for (name, value) in contents.claims.members { claims.append(name, value) }
        let unsigned = try UnsignedSDJWT(claims: claims, disclosable: contents.disclosable, minimumDigests: 4, random: random)
        return try await unsigned.signed(certificates: signer.certificates) { try await signer.sign($0) }.serialized
    }

    private func mdoc(
        _ contents: PIDContents, _ key: JWK, _ status: StatusListReference, _ validity: Range<Date>
    ) async throws -> String {
        var list = CBORMap()
        list["idx"] = .unsigned(UInt64(status.index))
        list["uri"] = .text(status.uri)
        var mechanisms = CBORMap()
        mechanisms["status_list"] = .map(list)
        let unsigned = try UnsignedMDoc(
            docType: DocType(PIDKind.documentType), elements: contents.elements, deviceKey: COSEKey(key.publicKey),
            validity: ValidityInfo(signed: validity.lowerBound, validFrom: validity.lowerBound, validUntil: validity.upperBound),
            status: .map(mechanisms), random: random)
        return Base64URL.encode(try await unsigned.signed(certificates: signer.mdocCertificates) { try await signer.sign($0) }.encode())
    }
}
