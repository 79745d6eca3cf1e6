// SPDX-License-Identifier: EUPL-1.2

import Hummingbird
import WebPages
import XCStrings

extension PageMaker {
    /// Returns the page of a problem, with its status and retry time.
    func response(to problem: PortalProblem, in context: PortalContext) -> Response {
        var response = page(of: problem, in: context).response(problem.status)
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = String(seconds) }
        return response
    }

    private func page(of problem: PortalProblem, in context: PortalContext) -> Page {
        switch problem {
        case .formNotAccepted:
            page(identity("FormNotAccepted", .expiredTitle), in: context) { kit in
                [kit.paragraph(.expiredText), actions(.openForm, kit)]
            }
        case .malformed:
            page(identity("Malformed", .refusedTitle), in: context) { kit in
                [kit.paragraph(.malformedText), actions(.openForm, kit)]
            }
        case .notFound:
            page(identity("NotFound", .notFoundTitle), in: context) { kit in
                [kit.paragraph(.notFoundText), actions(.openForm, kit)]
            }
        case .tooManyTries:
            page(identity("TooManyTries", .triesTitle, .wait), in: context) { kit in
                let minutes = ((problem.retryAfter ?? 60) + 59) / 60
                return [kit.paragraph(kit.words(.triesText, .number(minutes))), actions(.tryAgain, kit)]
            }
        case .unavailable, .unexpected:
            page(identity("Unavailable", .unavailableTitle, .unreachable), in: context) { kit in
                [kit.paragraph(.unavailableText), details(kit, context), actions(.tryAgain, kit)]
            }
        }
    }

    /// Reloading a page about a problem shows the form and sends no data again.
    private func identity(_ screen: StaticString, _ title: Sentence, _ picture: Artwork.Name = .problem) -> Identity {
        Identity(screen: screen, row: nil, path: .form, title: title, picture: picture)
    }

    private func actions(_ first: Sentence, _ kit: PageKit) -> HTML {
        kit.actions(kit.button(first, to: .page(.form), isPrimary: true), kit.button(.help, to: .page(.help)))
    }
}
