// SPDX-License-Identifier: EUPL-1.2

package import CBOR

/// What binds a presentation to one session: `SessionTranscript` (ISO/IEC 18013-5 §9.1.5.1). Both sides make it for themselves.
package struct SessionTranscript: Hashable, Sendable {
    /// The array of device engagement, reader's key and handover.
    package let item: CBOR

    /// A transcript that is this item: an array of three, as the handover's standard says (ISO/IEC 18013-5 or OpenID4VP).
    package init(_ item: CBOR) {
        self.item = item
    }

    /// `DeviceAuthenticationBytes` (§9.1.3.4): what the device signs, as detached payload.
    ///
    /// - Parameters:
    ///   - docType: the document's.
    ///   - deviceNameSpaces: the encoding of `DeviceNameSpaces`.
    package func deviceAuthentication(of docType: DocType, deviceNameSpaces: [UInt8]) -> [UInt8] {
        let content: CBOR = .array([.text("DeviceAuthentication"), item, docType.item, .embedding(deviceNameSpaces)])
        return CBOR.embedding(content.encode()).encode()
    }
}
