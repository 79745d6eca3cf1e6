// SPDX-License-Identifier: EUPL-1.2

public import WalletCore

extension WalletEngine {
    /// Makes the engine from the files that are packaged with this app.
    ///
    /// - Throws: `UnusableEdition` if the app was packaged with wrong files.
    public init(
        configuration: [UInt8], signers: [UInt8], answerBudget: Duration = WalletEngine.standardAnswerBudget
    ) throws(UnusableEdition) {
        let edition = try EmbeddedEdition(appVersion: "2.0.0", configuration: configuration, signers: signers)
        self.init(edition: edition, answerBudget: answerBudget)
    }
}
