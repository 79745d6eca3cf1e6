// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-provider attestation`: what there is to do with attestations of devices, for support and for auditors.
struct AttestationCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation", abstract: "Look into the attestations of devices.", subcommands: [VerifyAttestation.self])
}
