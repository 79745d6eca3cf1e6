// SPDX-License-Identifier: EUPL-1.2

import CBOR
public import COSE

/// A document in a device response: `Document` (ISO/IEC 18013-5 §8.3.2.1.2.2); nothing in it has been verified.
public struct PresentedDocument: Hashable, Sendable {
    /// The claimed kind of document.
    public let docType: DocType
    /// The issuer's part, with the disclosed elements.
    public let issuerSigned: IssuerSigned
    /// The device's part.
    public let deviceSigned: DeviceSigned
    /// Error codes for requested elements that are missing.
    public let errors: [NameSpace: [ElementIdentifier: Int64]]

    /// - Throws: `MDocRejection` as ``DeviceResponse/init(decoding:limits:)``.
    init(_ item: CBORItem, limits: MDocLimits) throws(MDocRejection) {
        var reader = try MDocReader(item)
        docType = try reader.name("docType")
        issuerSigned = try IssuerSigned(reader.value("issuerSigned"), limits: limits)
        guard let device = reader.optional("deviceSigned") else { throw MDocRejection(.deviceAuthMissing) }
        deviceSigned = try DeviceSigned(device, limits: limits)
        errors = try Self.errors(reader.optional("errors"), limits: limits)
        try reader.finish()
    }

    private static func errors(
        _ item: CBORItem?, limits: MDocLimits
    ) throws(MDocRejection) -> [NameSpace: [ElementIdentifier: Int64]] {
        var errors: [NameSpace: [ElementIdentifier: Int64]] = [:]
        var count = 0
        for (nameSpace, value) in try (item ?? .map(CBORMap())).named(NameSpace.self) {
            let codes = try value.named(ElementIdentifier.self)
            count += codes.count
            guard count <= limits.maximumElements else { throw MDocRejection(.tooLarge) }
            for (identifier, code) in codes {
                guard let code = code.integer else { throw MDocRejection(.malformed) }
                errors[nameSpace, default: [:]][identifier] = code
            }
        }
        return errors
    }

    init(docType: DocType, issuerSigned: IssuerSigned, deviceSigned: DeviceSigned) {
        self.docType = docType
        self.issuerSigned = issuerSigned
        self.deviceSigned = deviceSigned
        errors = [:]
    }

    var item: CBORItem {
        var map = CBORMap()
        map["docType"] = docType.item
        map["issuerSigned"] = issuerSigned.item
        map["deviceSigned"] = deviceSigned.item
        if !errors.isEmpty {
            map["errors"] = .map(of: errors.map { ($0.key, CBORItem.map(of: $0.value.map { ($0.key, CBORItem($0.value)) })) })
        }
        return .map(map)
    }
}

extension IssuerSigned {
    /// Presents the document in one session, with these elements and the device's signature (ISO/IEC 18013-5 §9.1.3.6):
    /// ``presentation(disclosing:for:deviceElements:)`` and its signature in one call.
    ///
    /// - Parameters:
    ///   - selected: the elements to disclose; see ``disclosing(_:)``.
    ///   - transcript: the session.
    ///   - deviceElements: elements signed by the device; a verifier refuses those that the issuer did not authorise.
    ///   - signer: signs with the key in the mobile security object.
    /// - Throws: as ``presentation(disclosing:for:deviceElements:)``; errors of `signer`; `COSEError` if it does not return 64 bytes.
    public func presented(
        disclosing selected: [NameSpace: Set<ElementIdentifier>], for transcript: SessionTranscript, deviceElements: [MDocElement] = [],
        by signer: COSESigner
    ) async throws -> PresentedDocument {
        let unsigned = try presentation(disclosing: selected, for: transcript, deviceElements: deviceElements)
        return try unsigned.signed(with: await signer(unsigned.toBeSigned))
    }
}

extension PresentedDocument {
    /// Checks the device's part against the issuer's part, which has already been verified.
    ///
    /// - Throws: `MDocRejection` with `deviceMAC`, `deviceSignature` or `deviceElement`.
    func checkDevice(of verified: VerifiedMDoc, for transcript: SessionTranscript) throws(MDocRejection) -> VerifiedMDoc {
        let object = verified.mobileSecurityObject
        guard case .signature(let signature) = deviceSigned.authentication else { throw MDocRejection(.deviceMAC) }
        let payload = transcript.deviceAuthentication(of: object.docType, deviceNameSpaces: deviceSigned.encodedNameSpaces)
        guard signature.isSigned(by: object.deviceKey.publicKey, detached: payload) else { throw MDocRejection(.deviceSignature) }
        for element in deviceSigned.elements {
            guard object.keyAuthorizations.allow(element.identifier, of: element.nameSpace) else { throw MDocRejection(.deviceElement) }
        }
        return VerifiedMDoc(
            elements: verified.elements, deviceElements: deviceSigned.elements, issuer: verified.issuer, mobileSecurityObject: object)
    }
}
