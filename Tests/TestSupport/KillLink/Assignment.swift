// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What a subject is to do: the first frame that it gets.
package struct Assignment: Codable, Sendable {
    /// What a process of the wallet does.
    package enum Stage: String, Codable, Sendable {
        /// Prepares the flow and ends. A flow that begins with a wallet which was cut off before has its preparation cut by the fault.
        case prepare
        /// Prepares the flow unless that is done, runs it with the fault, and, when it still lives, finishes it with the later fault.
        case play
        /// Starts the wallet that is there and brings the flow to its end, with the later fault.
        case finish
        /// Sets up a wallet, unlocks it with PINs as the harness hands them over, locks it, and stays there to be searched.
        case memory
    }

    /// The one PIN that is in force in no flow.
    package static let wrongPIN = "620943"

    /// The simulated phone's state directory.
    package var directory: String
    /// `iphone` or `android`.
    package var phone: String
    /// The flow's name.
    package var flow: String
    package var stage: Stage
    /// What happens to the flow; nil lists its points only.
    package var fault: Fault?
    /// What happens on the way to its end afterwards; nil lists the points of that only.
    package var laterFault: Fault?
    /// What the phone's clock follows.
    package var base: Date
    /// Whether another process has prepared the flow.
    package var isPrepared = false
    /// The PIN that the user takes for the one in force since an earlier process; nil takes the first.
    package var remembers: String?
    /// How often the wrong PIN was typed in earlier processes of this wallet.
    package var wrongPINs = 0
    /// Whether one of them has begun to bring the flow to its end.
    package var isFinishedBefore = false
    /// Whether the backend has an issuer of cards.
    package var hasIssuer = false
    /// The point at which the process before was killed; nil when none was.
    package var killedAt: String?
    /// What ships with the app and who made the phone.
    package var backend: Backend
    /// Seeds the bytes that the core draws, so that the harness knows the secrets that it looks for; nil draws from the system.
    package var seed: Data?
    /// Loses the store's last write at a kill, as a core does that writes after it sends: to prove that the harness finds that.
    package var isForgetful = false
    /// Keeps a copy of the PIN on purpose, to prove that the search finds it.
    package var isPlanted = false

    /// What of the backend is known to phones.
    package struct Backend: Codable, Sendable {
        package var appleAuthority: String
        package var googleAuthority: String
        /// JSON of a configuration document.
        package var configuration: Data
        /// JSON of whose documents are trusted.
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
