// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// The start of the device column: what to do, and the tours.
extension DeviceRenderer {
    func tours(_ device: DeviceSnapshot) -> HTML {
        .element(.section, .class("group tours"), .aria("label", "Start here")) {
            HTML.element(.h2) { "Start here" }
            HTML.element(.p, .class("start-line")) { brand.fill("Tap the {product} icon on the phone, or let a tour lead you.") }
            HTML.element(.ul, .class("tour-list")) {
                Tour.allCases.filter { $0.isPossible(with: device) }.map { entry($0, device.guide.tour, on: device.kind) }
            }
        }
    }

    /// The entry says which tour it is and how many steps that has, so that the page can judge a link to a step.
    private func entry(_ tour: Tour, _ state: TourState?, on kind: PhoneKind) -> HTML {
        let facts: [HTML.Attribute] = [.data("tour", tour.rawValue), .data("steps", String(tour.stops(on: kind).count))]
        guard let state, state.tour == tour else {
            return .element(.li, facts) {
                HTML.element(.button, [.type("button"), .class("tour")] + attributes(.tour(tour))) {
                    HTML.element(.b) { tour.title }
                    HTML.element(.span) { brand.fill(tour.promise) }
                }
            }
        }
        return .element(.li, facts + [.data("step", String(state.reached)), .class("tour-now"), .aria("current", "true")]) {
            HTML.element(.p, .class("tour-head")) {
                HTML.element(.b) { tour.title }
                HTML.element(.span) { "\(state.reached) of \(state.stops.count)" }
            }
            HTML.element(.ol, .class("stops")) {
                for (index, stop) in state.stops.enumerated() { self.stop(stop, index, state.reached) }
            }
            HTML.element(.p, .class("tour-end"), .role("status")) { state.isOver ? "✓ That was the whole tour." : "" }
            HTML.element(.div, .class("choices")) {
                copyLink
                tool(.tour(tour), "Start over")
                tool(.leaveTour, "Leave the tour")
            }
        }
    }

    /// Copies the address of the page, which names the tour and the steps done. The page does this alone.
    private var copyLink: HTML {
        .element(
            .button,
            [
                .type("button"), .class("tool"), .data("device", "copy-link"), .data("link", "copy"), .data("label", "Copy link"),
                .data("done", "Copied"),
            ]
        ) { "Copy link" }
    }

    private func stop(_ stop: Tour.Stop, _ index: Int, _ reached: Int) -> HTML {
        let state: HTML.Attribute = .class(index < reached ? "stop done" : index == reached ? "stop next" : "stop")
        return .element(.li, [state] + (index == reached ? [.aria("current", "step")] : [])) {
            HTML.element(.span) { (index < reached ? "✓ " : "") + brand.fill(stop.words) }
            HTML.element(.span, .class("hint-rows")) { stop.row.description }
        }
    }
}
