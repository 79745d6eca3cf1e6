// SPDX-License-Identifier: EUPL-1.2

import KillLink
import WalletConfiguration
import WalletCore
import WalletInterface

extension User {
    /// A wallet with all kinds of data: newer documents, a confirmed deletion code, a card if there is an issuer, biometric unlock, an unresolved
    /// PIN change, and a pending link.
    func makeRich() async throws {
        try await letWork { [trap] in trap.hasDocuments }
        let core = try await opened()
        guard try await core.enableBiometricUnlock(prompt: .harness) == .proven, try await core.confirmBiometricUnlock() else {
            throw Stuck("no face opens the wallet")
        }
        // The last step of the setup: until then the registration's PIN confirms biometrics.
        try await core.confirmRevocationCode()
        if assignment.hasIssuer { try await obtainCard() }
        try await beginPINChange()
        guard case .waits = try await core.receive(link: "https://wallet.test/share") else { throw Stuck("no link waits") }
    }
}

extension User {
    /// Returns true if a point belongs to receiving documents, which is a separate flow.
    static func isOfDocuments(_ point: String) -> Bool {
        // The record that survives a wipe is written with the highest versions, but is not a document; the names distinguish the writes.
        DocumentEndpoint.allCases.contains { endpoint in
            point.hasSuffix(" send \(endpoint.path)") || point.hasSuffix(" file \(endpoint.rawValue)")
                || point.hasSuffix(" write preference.highest_\(endpoint.rawValue)")
        } || point.contains(" write preference.highest_\(DocumentEndpoint.updatePolicy.rawValue) preference.known_policy")
            || point.contains(" write preference.known_policy") || point.hasSuffix(" write preference.policy_time")
    }
}
