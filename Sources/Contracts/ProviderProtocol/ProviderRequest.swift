// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// The body of every request but `/enroll`: certificate, message and the device's proof over the message.
///
/// Shape: `{"certificate": "<JWT>", "message": "<JWS or base64url>", "device": {…}}`; `certificate` is absent in `/createwallet`
/// and required everywhere else.
package struct ProviderRequest: Sendable, Hashable {
    /// The wallet certificate as received at registration; nil only in a registration.
    package let certificate: String?
    /// What is asked.
    package let message: InstructionMessage
    /// The device's proof over `message`.
    package let device: DeviceProof

    /// Makes a request to send.
    package init(certificate: String?, message: InstructionMessage, device: DeviceProof) {
        self.certificate = certificate
        self.message = message
        self.device = device
    }

    /// Reads a received body.
    ///
    /// - Throws: `ProtocolViolation` when a member is missing, unknown, doubled or malformed, or when the certificate is there in
    ///   a registration or missing elsewhere.
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

    /// The JSON body.
    package func encode() -> [UInt8] {
        var object: JSONObject = [:]
        if let certificate { object.set("certificate", .string(certificate)) }
        object.set("message", .string(message.text))
        object.set("device", .object(device.json))
        return object.encode()
    }
}
