// SPDX-License-Identifier: EUPL-1.2

public import CBOR

/// The binding of a presentation to one session: `SessionTranscript` (ISO/IEC 18013-5 §9.1.5.1). Both sides compute it independently.
public struct SessionTranscript: Hashable, Sendable {
    /// The array of device engagement, reader key and handover.
    public let item: CBORItem

    /// A transcript from its array of three elements, as the handover's standard defines it (ISO/IEC 18013-5 or OpenID4VP).
    public init(_ item: CBORItem) {
        self.item = item
    }

    /// `DeviceAuthenticationBytes` (§9.1.3.4): the detached payload that the device signs.
    ///
    /// - Parameters:
    ///   - docType: the document's type.
    ///   - deviceNameSpaces: the encoding of `DeviceNameSpaces`.
    package func deviceAuthentication(of docType: DocType, deviceNameSpaces: [UInt8]) -> [UInt8] {
        let content: CBORItem = .array([.text("DeviceAuthentication"), item, docType.item, .embedding(deviceNameSpaces)])
        return CBORItem.embedding(content.encode()).encode()
    }
}
