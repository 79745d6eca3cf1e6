// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The environment of a server program that a test starts: long time limits, so that a busy machine does not make the program give up.
package enum PatientProgram {
    /// The time limits as settings of `wallet-provider` and `wallet-issuer`.
    private static let settings = [
        "WALLET_PROVIDER_REQUEST_MILLISECONDS": "60000", "WALLET_PROVIDER_DATABASE_MILLISECONDS": "60000",
        "WALLET_PROVIDER_HSM_MILLISECONDS": "60000", "WALLET_PROVIDER_LOCK_MILLISECONDS": "60000",
        "WALLET_PROVIDER_JOURNAL_MILLISECONDS": "60000", "WALLET_PROVIDER_JOURNAL_WRITE_MILLISECONDS": "60000",
        "WALLET_PROVIDER_IDLE_SECONDS": "60", "WALLET_ISSUER_HSM_MILLISECONDS": "60000", "WALLET_ISSUER_LOCK_MILLISECONDS": "60000",
        "WALLET_ISSUER_LOGIN_SECONDS": "60", "WALLET_ISSUER_STATUS_SECONDS": "60", "WALLET_ISSUER_IDLE_SECONDS": "60",
        "WALLET_CONFIG_IDLE_SECONDS": "60", "WALLET_PROVIDER_ANSWER_SECONDS": "60", "WALLET_ISSUER_ANSWER_SECONDS": "60",
        "WALLET_CONFIG_ANSWER_SECONDS": "60", "WALLET_PROVIDER_PORTAL_REQUEST_MILLISECONDS": "60000",
        "WALLET_PROVIDER_PORTAL_IDLE_SECONDS": "60", "WALLET_PROVIDER_PORTAL_ANSWER_SECONDS": "60",
        "WALLET_PROVIDER_SHUTDOWN_SECONDS": "60", "WALLET_PROVIDER_PORTAL_SHUTDOWN_SECONDS": "60",
        "WALLET_ISSUER_SHUTDOWN_SECONDS": "60", "WALLET_CONFIG_SHUTDOWN_SECONDS": "60",
    ]

    /// The environment of this process with the time limits. Options on the command line go before them.
    package static var environment: [String: String] {
        ProcessInfo.processInfo.environment.merging(settings) { own, _ in own }
    }
}
