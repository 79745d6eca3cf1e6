// SPDX-License-Identifier: EUPL-1.2

public import CWalletHost
import Foundation
import PhoneSimulator

/// The request of `wallet_development_attestation`.
private struct AttestationRequest: Decodable {
    let authority: String
    let packageName: String
    let signingCertificateDigest: Data
    let patchMonth: UInt64
    let publicKey: Data
    let challengeHash: Data
}

@c @implementation public func wallet_development_attestation(
    _ request: UnsafePointer<UInt8>!, _ length: Int, _ context: UnsafeMutableRawPointer!,
    _ result: (@convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int) -> Void)!
) -> wallet_status {
    guard let request = unsafe request, let result = unsafe result, (0...16 << 20).contains(length) else {
        return wallet_status(WALLET_BAD_ARGUMENT)
    }
    let bytes = unsafe Data(UnsafeBufferPointer(start: request, count: length))
    guard let asked = try? JSONDecoder().decode(AttestationRequest.self, from: bytes) else { return wallet_status(WALLET_BAD_JSON) }
    guard
        let authority = try? DevelopmentKeyAttestation(
            authority: asked.authority, packageName: asked.packageName, signingCertificateDigest: Array(asked.signingCertificateDigest),
            patchMonth: asked.patchMonth),
        let chain = try? authority.chain(ofKey: asked.publicKey, challengeHash: Array(asked.challengeHash), now: Date()),
        let json = try? JSONEncoder().encode(chain.map { Data($0) })
    else { return wallet_status(WALLET_BAD_CONFIGURATION) }
    unsafe json.withUnsafeBytes { unsafe result(context, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count) }
    return wallet_status(WALLET_OK)
}
