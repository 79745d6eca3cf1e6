// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The body of every request except `/enroll`: certificate, message, and the device's proof over the message.
///
/// Shape: `{"certificate": "<JWT>", "message": "<JWS or base64url>", "device": {…}}`; `certificate` is absent in `/createwallet`
/// and required everywhere else.
package struct ProviderRequest: Sendable, Hashable {
    /// The wallet certificate as received at registration; nil only in a registration.
    package let certificate: String?
    package let message: InstructionMessage
    /// The device's proof over `message`.
    package let device: DeviceProof

    package init(certificate: String?, message: InstructionMessage, device: DeviceProof) {
        self.certificate = certificate
        self.message = message
        self.device = device
    }

    /// Reads a received body.
    ///
    /// - Throws: `ProtocolViolation` if a member is missing, unknown, duplicate or malformed. The certificate must be absent in a
    ///   registration and present in every other request.
    package init(parsing body: [UInt8]) throws(ProtocolViolation) {
        self = try ProtocolViolation.catching {
            var reader = JSONReader(try JSONObject(parsing: body))
            let certificate = try reader.optionalString("certificate")
            let message = try InstructionMessage(parsing: reader.string("message"))
            let device = try DeviceProof(reader.object("device"))
            try reader.finish()
            guard (certificate == nil) == (message.claims.instruction == .createWallet) else {
                throw ProtocolViolation("a certificate is sent with everything but a registration")
            }
            return ProviderRequest(certificate: certificate, message: message, device: device)
        }
    }

    /// Encodes the body as JSON.
    package func encode() -> [UInt8] {
        var object: JSONObject = [:]
        if let certificate { object.set("certificate", .string(certificate)) }
        object.set("message", .string(message.text))
        object.set("device", .object(device.json))
        return object.encode()
    }
}
