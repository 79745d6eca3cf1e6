// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-provider attestation`: examines device attestations, for support and auditors.
struct AttestationCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attestation", abstract: "Verify device attestations.", subcommands: [VerifyAttestation.self])
}
