// SPDX-License-Identifier: EUPL-1.2

package import CBOR
import COSE
package import Foundation

/// Verifies mdocs and presentations of them: the checks of ISO/IEC 18013-5 §9.3.1 (issuer data) and §9.1.3 (mdoc authentication by ECDSA).
///
/// Nothing is remembered here and nothing fetched: that a transcript is used once, what `status` says and whether a certificate was revoked
/// is the caller's work.
package struct MDocVerifier: Sendable {
    /// Whose mdocs are accepted.
    package let trust: MDocTrust
    /// The kinds of documents that are accepted; any one when there are none.
    package let docTypes: Set<DocType>
    /// The seconds by which clocks may differ, at least 0; every comparison of a document's time with ours is that much more generous.
    package let leeway: Int64
    /// How much is accepted.
    package let limits: MDocLimits

    /// A verifier. Unless told, clocks may differ by 60 seconds.
    package init(trust: MDocTrust, docTypes: Set<DocType>, leeway: Int64 = 60, limits: MDocLimits = .default) {
        self.trust = trust
        self.docTypes = docTypes
        self.leeway = max(0, leeway)
        self.limits = limits
    }

    /// Verifies what an issuer hands out, without anything that a device signed.
    ///
    /// - Parameters:
    ///   - issued: the encoded ``IssuerSigned``, as received.
    ///   - time: the time for which certificates and document must be valid.
    /// - Throws: ``MDocRejection``. The order of the checks is: form, signer's certificate, signature, mobile security object, document type,
    ///   validity, elements. The mobile security object is not looked at before the signature is known to be the issuer's.
    package func verify(issued: [UInt8], at time: Date) async throws(MDocRejection) -> VerifiedMDoc {
        try await verify(IssuerSigned(decoding: issued, limits: limits), as: nil, at: time)
    }

    /// Verifies a device response and every document in it.
    ///
    /// - Parameters:
    ///   - response: the encoded ``DeviceResponse``, as received.
    ///   - transcript: the session that it was made for.
    ///   - time: the time for which certificates and documents must be valid.
    /// - Returns: the documents in their order, at least one. Whether they are those that were asked for is the caller's question.
    /// - Throws: ``MDocRejection``; one document that is not accepted is enough.
    package func verify(
        response: [UInt8], for transcript: SessionTranscript, at time: Date
    ) async throws(MDocRejection) -> [VerifiedMDoc] {
        let response = try DeviceResponse(decoding: response, limits: limits)
        guard response.status == DeviceResponse.ok else { throw MDocRejection(.status) }
        guard !response.documents.isEmpty else { throw MDocRejection(.noDocument) }
        var verified: [VerifiedMDoc] = []
        for document in response.documents {
            let elements = try await verify(document.issuerSigned, as: document.docType, at: time)
            verified.append(try document.checkDevice(of: elements, for: transcript))
        }
        return verified
    }

    private func verify(_ document: IssuerSigned, as docType: DocType?, at time: Date) async throws(MDocRejection) -> VerifiedMDoc {
        let signer = try await trust.signer(of: document.issuerAuth, at: time)
        guard document.issuerAuth.payload != nil else { throw MDocRejection(.malformed) }
        guard document.issuerAuth.isSigned(by: signer.key) else { throw MDocRejection(.signature) }

        let object = try document.mobileSecurityObject(limits: limits)
        guard docType == nil || docType == object.docType, docTypes.isEmpty || docTypes.contains(object.docType) else {
            throw MDocRejection(.docType)
        }
        if let certificate = signer.validity, !certificate.contains(object.validity.signed.date) {
            throw MDocRejection(.signedOutsideCertificate)
        }
        try object.validity.check(at: time, leeway: leeway)
        try object.check(document.nameSpaces)
        let elements = document.elements
        for element in elements where element.identifier == MDocElement.issuingCountry {
            guard let country = signer.country else { continue }
            guard element.value == .text(country) else { throw MDocRejection(.issuingCountry) }
        }
        return VerifiedMDoc(
            elements: elements, deviceElements: [], issuer: signer.issuer, mobileSecurityObject: object)
    }
}

extension MDocElement {
    /// The element that names the issuer's country, in every name space that has it.
    static let issuingCountry: ElementIdentifier = "issuing_country"
}

extension MobileSecurityObject {
    /// Checks items against the digests.
    ///
    /// - Throws: `MDocRejection` with `digestIDDoubled`, `elementDoubled`, `digestMissing` or `digestMismatch`.
    func check(_ nameSpaces: [IssuerNameSpace]) throws(MDocRejection) {
        for space in nameSpaces {
            guard Set(space.items.map(\.digestID)).count == space.items.count else { throw MDocRejection(.digestIDDoubled) }
            guard Set(space.items.map(\.identifier)).count == space.items.count else { throw MDocRejection(.elementDoubled) }
            guard let digests = digests[space.name] else { throw MDocRejection(.digestMissing) }
            for item in space.items {
                guard let digest = digests[item.digestID] else { throw MDocRejection(.digestMissing) }
                guard item.digest(digestAlgorithm) == digest else { throw MDocRejection(.digestMismatch) }
            }
        }
    }
}

/// An mdoc that passed every check of an ``MDocVerifier``.
package struct VerifiedMDoc: Sendable, Hashable {
    /// The disclosed elements that the issuer signed, in their order.
    package let elements: [MDocElement]
    /// The elements that the device signed and was authorised to sign; none without a presentation.
    package let deviceElements: [MDocElement]
    /// Who signed.
    package let issuer: MDocIssuer
    /// What the issuer signed: document type, validity, the device's key, status.
    package let mobileSecurityObject: MobileSecurityObject

    /// The value of an element that the issuer signed; nil when it is not there or was not disclosed.
    package subscript(nameSpace: NameSpace, identifier: ElementIdentifier) -> CBOR? {
        elements.first { $0.nameSpace == nameSpace && $0.identifier == identifier }?.value
    }

    /// How many digests there are beyond those of the disclosed elements: 0 when the issuer handed out all.
    package var undisclosedCount: Int {
        mobileSecurityObject.digests.values.reduce(0) { $0 + $1.count } - elements.count
    }
}
