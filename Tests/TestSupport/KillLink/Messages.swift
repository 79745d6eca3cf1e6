// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// What a subject says.
package enum Said: Codable, Sendable {
    /// A request of the core; answered by `Answer`.
    case request(method: String, url: String, headers: [Header], body: Data, validator: String?)
    /// The user opens an address in the phone's browser and logs in; answered by `Answer.link`.
    case browse(String)
    /// The phone's clock was moved forward, so many seconds; answered by `Answer.done`.
    case timePassed(TimeInterval)
    /// The fault happens now, at this point, or the later fault does. Not answered: the sender may be gone.
    case sprung(String, isLater: Bool)
    /// The user types these digits as the PIN that is in force. Not answered.
    case typed(String)
    /// From now on the user takes these digits for the PIN in force. Not answered.
    case remembers(String)
    /// The stage is over.
    case report(Report)
    /// The memory stage waits for the next step; answered by `Answer.digits` or `Answer.done`.
    case waiting(String)
}

/// A header field of a request or a response.
package struct Header: Codable, Sendable {
    /// The name.
    package let name: String
    /// The value.
    package let value: String

    /// A header field.
    package init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }
}

/// What the harness answers.
package enum Answer: Codable, Sendable {
    case response(status: Int, mediaType: String, body: Data, validator: String?, headers: [Header])
    /// The address at which the browser left the web; nil when it ended on a page.
    case link(String?)
    case done
    /// A PIN, one masked digit after the other: digit = (masked − mask) mod 10. In no frame do the digits stand beside each other.
    case digits(masked: [Int], masks: [Int])
}

/// What became of a wallet.
package struct Report: Codable, Sendable {
    /// The names of the points that the flow has passed, in their order.
    package var points: [String] = []
    /// The names of the points that were passed on the way to its end afterwards, in their order.
    package var laterPoints: [String] = []
    /// What the flow ended with at the fault: an error's code; nil when it went on.
    package var ending: String?
    /// Why it could not be brought to its end; nil when it could.
    package var stuck: String?
    /// There is a remote PIN.
    package var isRegistered = false
    /// The deletion code that the wallet shows.
    package var deletionCode: String?
    /// How many device keys are in the hardware.
    package var deviceKeys = 0
    /// How many encryption keys are in the hardware: the store's, and the one that says that there is a store.
    package var storeKeys = 0
    /// How many keys the sensor guards.
    package var sensorKeys = 0
    /// How many cards the open wallet shows.
    package var cards = 0

    package init() {}
}
