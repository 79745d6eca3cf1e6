// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// A message of a subject.
package enum Said: Codable, Sendable {
    /// A request of the core; answered by `Answer`.
    case request(method: String, url: String, headers: [Header], body: Data, validator: String?)
    /// The user opens an address in the phone's browser and logs in; answered by `Answer.link`.
    case browse(String)
    /// The user meets a new request of the verifier; answered by `Answer.link`.
    case meetsRequest
    /// The user is about to approve the request of a link: these texts, sorted, by part. Not answered.
    case approves(link: String, values: [[String]])
    /// The phone's clock was moved forward by that many seconds; answered by `Answer.done`.
    case timePassed(TimeInterval)
    /// The fault, or the later fault, occurs now at this point. Not answered, because the sender may be gone.
    case sprung(String, isLater: Bool)
    /// The user types these digits as the active PIN. Not answered.
    case typed(String)
    /// The user now believes these digits to be the active PIN. Not answered.
    case remembers(String)
    /// The stage has ended.
    case report(Report)
    /// The memory stage waits for the next step; answered by `Answer.digits` or `Answer.done`.
    case waiting(String)
}

/// A header field of a request or a response.
package struct Header: Codable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// A reply of the harness.
package enum Answer: Codable, Sendable {
    case response(status: Int, mediaType: String, body: Data, validator: String?, headers: [Header])
    /// The address at which the browser left the servers, or that of the verifier's request; nil when there is none.
    case link(String?)
    case done
    /// A PIN with each digit masked separately: digit = (masked − mask) mod 10. No frame contains the digits side by side.
    case digits(masked: [Int], masks: [Int])
}

/// The result for a wallet.
package struct Report: Codable, Sendable {
    /// The names of the points that the flow has passed, in order.
    package var points: [String] = []
    /// The names of the points passed on the way to the flow's end, in order.
    package var laterPoints: [String] = []
    /// The error code of the flow at the fault; nil if it continued.
    package var ending: String?
    /// The reason that the flow could not reach its end; nil if it did.
    package var stuck: String?
    /// True if there is a remote PIN.
    package var isRegistered = false
    /// The deletion code that the wallet shows.
    package var deletionCode: String?
    /// The number of device keys in the hardware.
    package var deviceKeys = 0
    /// The number of encryption keys in the hardware: the store's, and the one that marks a store.
    package var storeKeys = 0
    /// The number of keys guarded by the sensor.
    package var sensorKeys = 0
    /// The number of cards that the unlocked wallet shows.
    package var cards = 0
    /// The events of answers to verifiers, newest first.
    package var shared: [Shared] = []

    /// The event of an answer to a verifier.
    package struct Shared: Codable, Sendable {
        /// The raw value of its outcome.
        package let outcome: String
        /// The names of the shared data, sorted, by card.
        package let names: [[String]]

        package init(outcome: String, names: [[String]]) {
            self.outcome = outcome
            self.names = names
        }
    }

    package init() {}
}
