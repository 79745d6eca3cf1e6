// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import COSE

/// A document for one session that lacks only the device's signature (ISO/IEC 18013-5 §9.1.3.6), for a key that signs several documents in
/// one request.
public struct UnsignedPresentation: Sendable, Hashable {
    private let docType: DocType
    private let issuerSigned: IssuerSigned
    private let deviceElements: [MDocElement]
    /// The encoding of `DeviceNameSpaces`.
    private let encodedNameSpaces: [UInt8]
    private let deviceAuthentication: UnsignedSign1

    fileprivate init(docType: DocType, issuerSigned: IssuerSigned, deviceElements: [MDocElement], for transcript: SessionTranscript) {
        self.docType = docType
        self.issuerSigned = issuerSigned
        self.deviceElements = deviceElements
        encodedNameSpaces = DeviceSigned.encode(deviceElements)
        deviceAuthentication = UnsignedSign1(
            payload: transcript.deviceAuthentication(of: docType, deviceNameSpaces: encodedNameSpaces), isDetached: true)
    }

    /// The bytes that the signature covers: transcript, document type and the device's elements. ES256 signs their SHA-256 hash.
    ///
    /// They do not cover the selection of the issuer's elements.
    public var toBeSigned: [UInt8] { deviceAuthentication.toBeSigned }

    /// Adds a signature over ``toBeSigned``, which is not verified.
    ///
    /// - Parameter signature: r ‖ s, 64 bytes, by the key in the mobile security object.
    /// - Throws: `COSEError` if the signature does not have 64 bytes.
    public func signed(with signature: [UInt8]) throws(COSEError) -> PresentedDocument {
        let device = DeviceSigned(
            elements: deviceElements, encodedNameSpaces: encodedNameSpaces, signature: try deviceAuthentication.signed(with: signature))
        return PresentedDocument(docType: docType, issuerSigned: issuerSigned, deviceSigned: device)
    }
}

extension IssuerSigned {
    /// Prepares a presentation of the document in one session, with these elements.
    ///
    /// - Parameters:
    ///   - selected: the elements to disclose; see ``disclosing(_:)``.
    ///   - transcript: the session.
    ///   - deviceElements: elements signed by the device; a verifier refuses those that the issuer did not authorise.
    /// - Throws: ``MDocMistake`` with `noSuchElement` or `elementDoubled`; ``MDocRejection`` if the mobile security object cannot be read.
    public func presentation(
        disclosing selected: [NameSpace: Set<ElementIdentifier>], for transcript: SessionTranscript, deviceElements: [MDocElement] = []
    ) throws -> UnsignedPresentation {
        let disclosed = try disclosing(selected)
        let docType = try mobileSecurityObject().docType
        let names = Set(deviceElements.map { MDocElement($0.nameSpace, $0.identifier, .null) })
        guard names.count == deviceElements.count else { throw MDocMistake.elementDoubled }
        return UnsignedPresentation(docType: docType, issuerSigned: disclosed, deviceElements: deviceElements, for: transcript)
    }
}
