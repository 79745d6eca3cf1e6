// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import JOSE
import SimulatedPhone

/// A user action in the phone's browser, as the page sends it.
enum BrowserAction: Sendable, Hashable {
    case follow(Int)
    /// Submits a form with this button and the values of its fields.
    case submit(PageFieldName, [PageFieldName: String])
    case retry
    case close

    /// Performs the action.
    ///
    /// - Parameter number: the number of the view that the user saw.
    /// - Returns: false when that view is gone or the action is not possible.
    func perform(on browser: SimulatedBrowser, in number: Int) -> Bool {
        switch self {
        case .follow(let link): return browser.follow(link, in: number)
        case .submit(let button, let entered): return browser.submit(button, entered: entered, in: number)
        case .retry: browser.retry()
        case .close: browser.close()
        }
        return true
    }
}

extension RequestBody {
    /// `POST /browser`: `number`, and `action`: `follow` with `link`; `submit` with `button` and `fields`; `retry`; or `close`.
    struct Browser {
        let number: Int
        let action: BrowserAction
    }
}

extension RequestBody.Browser {
    init(_ reader: inout JSONReader) throws {
        number = Int(try reader.integer("number"))
        switch try reader.string("action") {
        case "follow": action = .follow(Int(try reader.integer("link")))
        case "submit":
            var entered: [PageFieldName: String] = [:]
            for (name, value) in try reader.object("fields").members {
                guard let name = PageFieldName(name), case .string(let text) = value else { throw Refusal(.badRequest) }
                entered[name] = text
            }
            guard let button = PageFieldName(try reader.string("button")) else { throw Refusal(.badRequest) }
            action = .submit(button, entered)
        case "retry": action = .retry
        case "close": action = .close
        default: throw Refusal(.badRequest)
        }
    }
}
