// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Foundation
import JOSE
import JSON
import MDoc
import OpenID4VCI
import OpenID4VCIWallet
import SDJWT
import StatusList
import SwiftASN1
import WalletConfiguration
import WalletInterface
import X509

/// The validation of an issued credential. It must be signed by an issuer trusted for PIDs, of the expected issuer and type, and valid now.
/// Each copy must be bound to its own key of the wallet. All copies in both formats must contain the same data on the same person, and
/// nothing else that is neither shown nor one of the ``TechnicalClaims``.
struct CredentialCheck: Sendable {
    let settings: IssuanceSettings
    /// The true time.
    let time: Date
    /// True if the provider has told the time. If not, the phone's clock may be the cause of a credential that seems too old or too new.
    var isTimeSynchronized = true

    /// Copies of one credential in one format.
    struct Copies<Copy: Sendable>: Sendable {
        /// The copies in the order of issuance.
        let copies: [Copy]
        /// The index of each copy's key in the given keys.
        let keyIndexes: [Int]
    }

    /// Parses copies in `dc+sd-jwt`, unverified.
    ///
    /// - Throws: `issuance(.unfitCredential)`.
    static func tokens(_ credentials: [String]) throws(WalletCoreError) -> [CompactSDJWT] {
        do throws(SDJWTRejection) {
            var tokens: [CompactSDJWT] = []
            for credential in credentials { tokens.append(try CompactSDJWT(parsing: credential)) }
            return tokens
        } catch {
            throw unfit("SD-JWT: \(error.reason.code)")
        }
    }

    /// Verifies copies in `dc+sd-jwt`.
    ///
    /// - Parameter keys: the proven keys, at least one per copy.
    /// - Throws: `issuance(.unfitCredential)`, `clockWrong`.
    func sdJWTs(_ tokens: [CompactSDJWT], boundTo keys: [JWK]) async throws(WalletCoreError) -> Copies<VerifiedSDJWT> {
        let verifier = SDJWTVerifier(
            trust: .certificates(roots: settings.credentialRoots), kind: .credential(types: [settings.pid.sdJWT.type]))
        var copies: [VerifiedSDJWT] = []
        for token in tokens {
            do throws(SDJWTRejection) {
                copies.append(try await verifier.verify(token, keyBinding: .absent, at: time))
            } catch {
                try excuse([.expired, .notYetValid, .issuedInFuture].contains(error.reason))
                throw Self.unfit("SD-JWT: \(error.reason.code)")
            }
        }
        for (token, copy) in zip(tokens, copies) {
            guard TechnicalClaims.areFit(copy.payload), TechnicalClaims.isFit(header: token.issuerSigned.header),
                TechnicalClaims.areFit(token.disclosures)
            else { throw Self.unfit("SD-JWT: says more of itself than is known") }
            guard TechnicalClaims.isIssued(copy, by: settings.issuer) else { throw Self.unfit("SD-JWT: of another issuer") }
        }
        let indexes = try indexes(of: copies.map { $0.holderKey }, in: keys)
        guard let first = copies.first, copies.allSatisfy({ CardClaims.isShown($0.payload, in: first.payload) }) else {
            throw Self.unfit("copies that say different things")
        }
        return Copies(copies: copies, keyIndexes: indexes)
    }

    /// Verifies copies in `mso_mdoc`, and that they contain only the data of the SD-JWTs.
    ///
    /// - Parameters:
    ///   - keys: the proven keys, at least one per copy.
    ///   - payload: the data of the SD-JWTs.
    /// - Throws: `issuance(.unfitCredential)`, `clockWrong`.
    func mdocs(
        _ credentials: [String], boundTo keys: [JWK], like payload: JSONObject
    ) async throws(WalletCoreError) -> Copies<VerifiedMDoc> {
        var copies: [VerifiedMDoc] = []
        for credential in credentials {
            guard let bytes = try? Base64URL.decode(credential) else { throw Self.unfit("mdoc: not base64url") }
            guard let issued = try? IssuerSigned(decoding: bytes), TechnicalClaims.areFit(issued) else {
                throw Self.unfit("mdoc: says more of itself than is known")
            }
            copies.append(try await mdoc(issued))
        }
        let indexes = try indexes(of: copies.map { JWK($0.mobileSecurityObject.deviceKey.publicKey) }, in: keys)
        for copy in copies {
            guard copy.undisclosedCount == 0 else { throw Self.unfit("mdoc: elements are missing") }
            guard PersonMatch.isSame(copy.elements, of: settings.pid.mdoc.type, payload) else {
                throw Self.unfit("mdoc: says what the SD-JWT does not")
            }
        }
        return Copies(copies: copies, keyIndexes: indexes)
    }

    /// Any certificate below the roots for PIDs may sign, even without the extensions that annex B requires of document signers.
    private func mdoc(_ issued: IssuerSigned) async throws(WalletCoreError) -> VerifiedMDoc {
        func verify(_ profile: DocumentSignerProfile) async throws(MDocRejection) -> VerifiedMDoc {
            try await MDocVerifier(
                trust: .certificates(roots: settings.credentialRoots, profile: profile), docTypes: [DocType(settings.pid.mdoc.type)]
            ).verify(issued, at: time)
        }
        if let verified = try? await verify(.iso18013) { return verified }
        do throws(MDocRejection) {
            return try await verify(DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: false))
        } catch {
            try excuse([.expired, .notYetValid].contains(error.reason))
            throw Self.unfit("mdoc: \(error.reason.code)")
        }
    }

    /// Blames the phone's clock for a date that does not fit, unless the provider has told the time.
    ///
    /// - Throws: `clockWrong`.
    private func excuse(_ isAboutTime: Bool) throws(WalletCoreError) {
        guard isAboutTime, !isTimeSynchronized else { return }
        throw WalletCoreError(.clockWrong, "a credential is not valid by the phone's clock")
    }

    /// Returns the index of each copy's key; every copy must have a different key.
    private func indexes(of holders: [JWK?], in keys: [JWK]) throws(WalletCoreError) -> [Int] {
        guard (1...max(keys.count, 1)).contains(holders.count) else { throw Self.unfit("none, or more than were asked for") }
        var indexes: [Int] = []
        for holder in holders {
            guard let holder, let index = keys.firstIndex(of: holder), !indexes.contains(index) else {
                throw Self.unfit("bound to another key")
            }
            indexes.append(index)
        }
        return indexes
    }

    static func unfit(_ reason: String) -> WalletCoreError {
        WalletCoreError(.issuance(.unfitCredential), "what was issued is not accepted: \(reason)")
    }
}

extension CredentialCheck {
    /// Returns the status reference of an SD-JWT; nil if absent.
    ///
    /// - Throws: `issuance(.unfitCredential)` for a malformed reference.
    static func status(of payload: JSONObject) throws(WalletCoreError) -> StatusListReference? {
        guard let value = payload["status"] else { return nil }
        do throws(StatusListRejection) {
            return try StatusListReference(status: value)
        } catch {
            throw unfit("status: \(error.reason.code)")
        }
    }

    /// Returns the status reference of an mdoc; nil if absent.
    ///
    /// - Throws: `issuance(.unfitCredential)` for a malformed reference.
    static func status(of object: MobileSecurityObject) throws(WalletCoreError) -> StatusListReference? {
        guard let list = object.status?.map?["status_list"] else { return nil }
        guard let index = list.map?["idx"]?.integer, let uri = list.map?["uri"]?.text,
            let reference = try? StatusListReference(index: Int(index), uri: uri)
        else { throw unfit("status: reference") }
        return reference
    }

    /// Returns the signer's name in its certificate.
    static func name(of issuer: SDJWTIssuer) -> String? {
        guard case .certificate(let certificate) = issuer else { return nil }
        let attributes = certificate.subject.joined()
        for type in [ASN1ObjectIdentifier.RDNAttributeType.organizationName, .RDNAttributeType.commonName] {
            if let value = attributes.first(where: { $0.type == type }).flatMap({ String($0.value) }) { return value }
        }
        return nil
    }
}
