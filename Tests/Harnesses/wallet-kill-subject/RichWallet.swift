// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletConfiguration
import WalletCore
import WalletInterface

extension User {
    /// A wallet with everything that one can have: newer documents, a deletion code that was confirmed, a card where there is an issuer, a face
    /// that opens it, a PIN change that is not settled, and a link that waits.
    func makeRich() async throws {
        try await letWork { [trap] in trap.hasDocuments }
        let core = try await opened()
        guard try await core.enableBiometricUnlock(prompt: "Enable") == .proven, try await core.confirmBiometricUnlock() else {
            throw Stuck("no face opens the wallet")
        }
        // The last of the set-up: until then the PIN of the registration confirms the face.
        try await core.confirmRevocationCode()
        if assignment.hasIssuer { try await obtainCard() }
        try await beginPINChange()
        guard case .waits = try await core.receive(link: "https://wallet.test/share") else { throw Stuck("no link waits") }
    }
}

extension User {
    /// Whether a point is one of receiving documents, which has a flow of its own.
    static func isOfDocuments(_ point: String) -> Bool {
        // What outlives a wipe is written with the highest versions, too, and is no document: the names say exactly which write it is.
        DocumentEndpoint.allCases.contains { endpoint in
            point.hasSuffix(" send \(endpoint.path)") || point.hasSuffix(" file \(endpoint.rawValue)")
                || point.hasSuffix(" write preference.highest_\(endpoint.rawValue)")
        } || point.contains(" write preference.highest_\(DocumentEndpoint.updatePolicy.rawValue) preference.known_policy")
            || point.contains(" write preference.known_policy") || point.hasSuffix(" write preference.policy_time")
    }
}
