// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import PhoneSimulator

/// An action in the phone's browser, sent by the page.
enum BrowserAction: String, Sendable, Hashable {
    case retry
    case close
    /// The user's browser refused to open an address in the frame.
    case refused

    /// Performs the action.
    ///
    /// - Parameter number: the number of the frame that the user saw.
    /// - Returns: false when that frame no longer exists.
    func perform(on browser: SimulatedBrowser, in number: Int) -> Bool {
        switch self {
        case .retry: browser.retry()
        case .close: browser.close()
        case .refused: return browser.refuse(in: number)
        }
        return true
    }
}

extension RequestBody {
    /// `POST /browser`: `number`, and `action`: `retry`, `close` or `refused`.
    struct Browser {
        let number: Int
        let action: BrowserAction
    }
}

extension RequestBody.Browser {
    init(_ reader: inout JSONReader) throws {
        number = Int(try reader.integer("number"))
        guard let action = BrowserAction(rawValue: try reader.string("action")) else { throw Refusal(.badRequest) }
        self.action = action
    }
}
