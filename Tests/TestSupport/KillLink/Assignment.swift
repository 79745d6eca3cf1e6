// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The task of a subject: the first frame that it receives.
package struct Assignment: Codable, Sendable {
    /// The part of a flow that a process of the wallet plays.
    package enum Stage: String, Codable, Sendable {
        /// Prepares the flow and ends. For a flow that begins with a killed wallet, the fault kills the preparation.
        case prepare
        /// Prepares the flow if necessary, runs it with the fault, and, if the process survives, finishes it with the later fault.
        case play
        /// Starts the existing wallet and brings the flow to its end, with the later fault.
        case finish
        /// Sets up a wallet, unlocks it with PINs from the harness, locks it, and waits to be searched.
        case memory
    }

    /// A PIN that is never active in any flow.
    package static let wrongPIN = "620943"

    /// The simulated phone's state directory.
    package var directory: String
    /// `iphone` or `android`.
    package var phone: String
    package var flow: String
    package var stage: Stage
    /// The fault within the flow; nil only lists its points.
    package var fault: Fault?
    /// The fault on the way to the flow's end; nil only lists the points there.
    package var laterFault: Fault?
    /// The base time of the phone's clock.
    package var base: Date
    /// True if another process has prepared the flow.
    package var isPrepared = false
    /// The PIN that the user believes to be active since an earlier process; nil for the first PIN.
    package var remembers: String?
    /// The number of wrong PINs typed in earlier processes of this wallet.
    package var wrongPINs = 0
    /// True if an earlier process has started to bring the flow to its end.
    package var isFinishedBefore = false
    /// True if the backend has an issuer of cards.
    package var hasIssuer = false
    /// The point at which the previous process was killed; nil for none.
    package var killedAt: String?
    /// The embedded edition and the makers of phones.
    package var backend: Backend
    /// The seed of the bytes that the core draws, so that the harness knows the secrets to search for; nil for the system's randomness.
    package var seed: Data?
    /// Loses the store's last write at a kill, like a core that writes after it sends. It proves that the harness detects this.
    package var isForgetful = false
    /// Keeps a copy of the PIN on purpose. It proves that the search finds it.
    package var isPlanted = false

    /// The backend as phones know it.
    package struct Backend: Codable, Sendable {
        package var appleAuthority: String
        package var googleAuthority: String
        /// The JSON of a configuration document.
        package var configuration: Data
        /// The JSON of the trust in documents.
        package var trust: Data

        package init(appleAuthority: String, googleAuthority: String, configuration: Data, trust: Data) {
            self.appleAuthority = appleAuthority
            self.googleAuthority = googleAuthority
            self.configuration = configuration
            self.trust = trust
        }
    }

    package init(directory: String, phone: String, flow: String, stage: Stage, fault: Fault? = nil, base: Date, backend: Backend) {
        self.directory = directory
        self.phone = phone
        self.flow = flow
        self.stage = stage
        self.fault = fault
        self.base = base
        self.backend = backend
    }
}
