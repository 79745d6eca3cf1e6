// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JSON
import PhoneSimulator

/// An action in one of the browsers, sent by the page.
enum BrowserAction: String, Sendable, Hashable {
    case retry
    case reload
    case close
    /// The frame has loaded its page with the images.
    case loaded
    /// The user's browser refused to open an address in the frame.
    case refused

    /// Performs the action.
    ///
    /// - Parameter number: the number of the frame that the user saw.
    /// - Returns: false when that frame no longer exists.
    func perform(on browser: SimulatedBrowser, in number: Int) -> Bool {
        switch self {
        case .retry: browser.retry()
        case .reload: browser.reload()
        case .close: browser.close()
        case .loaded: return browser.noteLoaded(in: number)
        case .refused: return browser.refuse(in: number)
        }
        return true
    }
}

extension RequestBody {
    /// `POST /browser`: `browser`: `phone` or `laptop`; `number`; and `action`: `retry`, `reload`, `close`, `loaded` or `refused`.
    struct Browser {
        let browser: BrowserName
        let number: Int
        let action: BrowserAction
    }
}

extension RequestBody.Browser {
    init(_ reader: inout JSONReader) throws {
        guard let browser = BrowserName(rawValue: try reader.string("browser")) else { throw Refusal(.badRequest) }
        self.browser = browser
        number = Int(try reader.integer("number"))
        guard let action = BrowserAction(rawValue: try reader.string("action")) else { throw Refusal(.badRequest) }
        self.action = action
    }
}
