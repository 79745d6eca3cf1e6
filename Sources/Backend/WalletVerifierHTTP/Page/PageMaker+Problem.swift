// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import WebPages

extension PageMaker {
    /// Returns the page of a problem, with its status and retry time.
    func response(to problem: VerifierProblem, in context: VerifierContext) -> Response {
        var response = page(of: problem, in: context).response(problem.status)
        problem.add(to: &response.headers)
        return response
    }

    private func page(of problem: VerifierProblem, in context: VerifierContext) -> Page {
        switch problem.status {
        case .forbidden: return page("OtherBrowser", .otherBrowserTitle, .otherBrowserText, .problem, context)
        case .conflict: return page("NotAnswered", .notAnsweredTitle, .notAnsweredText, .inWallet, context)
        case .tooManyRequests: return page("Busy", .busyTitle, .busyText, .wait, context)
        case .serviceUnavailable, .internalServerError:
            return page("Unavailable", .unavailableTitle, .unavailableText, .unreachable, context)
        default: return page("NotFound", .notFoundTitle, .notFoundText, .ended, context)
        }
    }

    /// A page with the request's id, by which support finds it in the log.
    private func page(
        _ screen: StaticString, _ title: Sentence, _ text: Sentence, _ picture: Artwork.Name, _ context: VerifierContext
    ) -> Page {
        let words = Words(catalogue, in: context.language)
        return page(Identity(screen: screen, title: words(title), picture: picture), in: context) { words in
            [
                paragraph(words(text)),
                .element(.dl, .class("facts")) {
                    HTML.element(.dt) { words(.reference) }
                    HTML.element(.dd, .fixed("translate", "no")) { context.correlationID }
                },
            ]
        }
    }
}
