// SPDX-License-Identifier: EUPL-1.2

public import CBOR
import COSE
public import Foundation

/// A verifier of mdocs and presentations: the checks of ISO/IEC 18013-5 §9.3.1 (issuer data) and §9.1.3 (mdoc authentication by ECDSA).
///
/// It keeps no state and fetches nothing. The caller ensures that a transcript is used only once and checks `status` and certificate
/// revocation.
public struct MDocVerifier: Sendable {
    /// The accepted issuers.
    public let trust: MDocTrust
    /// The accepted kinds of documents; an empty set accepts any kind.
    public let docTypes: Set<DocType>
    /// Allowed clock difference in seconds, at least 0; applies to every comparison with a document's time.
    public let leeway: Int64
    /// The limits on input.
    public let limits: MDocLimits

    /// A verifier; the leeway is 60 seconds by default.
    public init(trust: MDocTrust, docTypes: Set<DocType>, leeway: Int64 = 60, limits: MDocLimits = .default) {
        self.trust = trust
        self.docTypes = docTypes
        self.leeway = max(0, leeway)
        self.limits = limits
    }

    /// Verifies a document as delivered by its issuer, without a device signature.
    ///
    /// - Parameters:
    ///   - issued: the encoded ``IssuerSigned``, as received.
    ///   - time: the time at which certificates and document must be valid.
    /// - Throws: ``MDocRejection``. The checks run in this order: form, signer's certificate, signature, mobile security object, document
    ///   type, validity, elements. The mobile security object is not read before the issuer's signature is verified.
    public func verify(issued: [UInt8], at time: Date) async throws(MDocRejection) -> VerifiedMDoc {
        try await verify(IssuerSigned(decoding: issued, limits: limits), at: time)
    }

    /// Verifies a document that the caller has decoded with these limits.
    ///
    /// - Throws: as the verification of an encoded document, which begins with the form.
    package func verify(_ issued: IssuerSigned, at time: Date) async throws(MDocRejection) -> VerifiedMDoc {
        try await verify(issued, as: nil, at: time)
    }

    /// Verifies a device response and every document in it.
    ///
    /// - Parameters:
    ///   - response: the encoded ``DeviceResponse``, as received.
    ///   - transcript: the session for which it was made.
    ///   - time: the time at which certificates and documents must be valid.
    /// - Returns: the documents in their order, at least one. The caller checks that these documents were requested.
    /// - Throws: ``MDocRejection`` if any document is not accepted.
    public func verify(
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
    /// The element for the issuer's country, in every name space that defines it.
    static let issuingCountry: ElementIdentifier = "issuing_country"
}

extension MobileSecurityObject {
    /// Checks items against their digests.
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

/// An mdoc that has passed every check of an ``MDocVerifier``.
public struct VerifiedMDoc: Sendable, Hashable {
    /// The disclosed elements that the issuer signed, in their order.
    public let elements: [MDocElement]
    /// The elements that the device signed with authorisation; empty without a presentation.
    public let deviceElements: [MDocElement]
    /// The verified signer.
    public let issuer: MDocIssuer
    /// The object that the issuer signed: document type, validity, device key, status.
    public let mobileSecurityObject: MobileSecurityObject

    /// The value of an element that the issuer signed; nil if it is missing or was not disclosed.
    public subscript(nameSpace: NameSpace, identifier: ElementIdentifier) -> CBORItem? {
        elements.first { $0.nameSpace == nameSpace && $0.identifier == identifier }?.value
    }

    /// Number of digests without a disclosed element; 0 if the issuer delivered every element.
    public var undisclosedCount: Int {
        mobileSecurityObject.digests.values.reduce(0) { $0 + $1.count } - elements.count
    }
}
