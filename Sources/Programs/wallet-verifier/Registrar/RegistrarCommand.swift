// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-verifier registrar`: a registrar for demo and tests.
struct RegistrarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "registrar",
        abstract: "A registrar for demo and tests: says who parties are and what they may ask for. Not for production.",
        discussion: """
            Wallets trust a party by an access certificate, and show what it may ask for by a registration certificate. In production two \
            authorities issue them, after they have checked the party. These commands check nothing, so every certificate has the \
            organisational unit "For tests only", and wallet-config init refuses the roots for the environment production.
            A file that exists is never overwritten. After an error nothing was written.
            """,
        subcommands: [
            RegistrarInit.self, RegistrarPart.self, RegistrarAccess.self, RegistrarRegister.self, RegistrarRevoke.self,
            RegistrarStatusList.self,
        ])
}
