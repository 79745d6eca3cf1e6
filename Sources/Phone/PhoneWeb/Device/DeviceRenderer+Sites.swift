// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WebPages

/// The demo's web sites, and the organizations behind them.
extension DeviceRenderer {
    /// The web sites to open; nothing without any.
    func sites(_ device: DeviceSnapshot) -> HTML {
        guard !device.sites.isEmpty else { return .group([]) }
        return group("sites", "Web sites") {
            hint(
                "On the phone, a site opens the app itself. On the laptop, it shows a code for the phone’s camera.",
                rows: ["UC5.1/1.1b", "UC5.1/1.1a"])
            for (number, site) in device.sites.enumerated() {
                HTML.element(.div, .class("control")) {
                    readout(site.name)
                    HTML.element(.div, .class("choices"), .role("group"), .aria("label", site.name)) {
                        if device.hasLaptop { tool(.site(.open(number, on: .laptop)), "Open on the laptop") }
                        tool(.site(.open(number, on: .phone)), "Open on the phone")
                    }
                    hint(site.subtitle)
                }
            }
        }
    }

    /// The choice of the organizations' behaviour; empty where the surroundings have none.
    func verifiers(_ world: WorldState) -> HTML {
        guard world.hasVerifiers else { return .group([]) }
        return group("verifiers", "Organizations", now: world.verifierTrick == .none ? "" : world.verifierTrick.label) {
            for trick in VerifierTrick.allCases {
                control(trick.sentence, rows: trick.rows, trick.label) {
                    choice(.world(.verifier(trick)), trick.label, isChosen: world.verifierTrick == trick)
                }
            }
        }
    }
}

extension VerifierTrick {
    /// The label on the page.
    fileprivate var label: String {
        switch self {
        case .none: "As they should"
        case .askTooMuch: "Ask too much"
        case .expire: "End early"
        case .vanish: "Vanish"
        case .answerLate: "Answer late"
        case .loseAnswer: "Lose the answer"
        case .changeCertificate: "Change the certificate"
        case .unregistered: "Not registered"
        }
    }

    /// The organizations' behaviour, in one sentence.
    fileprivate var sentence: String {
        switch self {
        case .none: "Every organization asks for what it registered, and answers at once."
        case .askTooMuch: "The next requests ask for more than the organization registered, and the app warns."
        case .expire: "Sessions end before you can answer, and the app says that it is too late."
        case .vanish: "The organizations’ server no longer answers, from now on."
        case .answerLate: "The organizations take what you share, but say so only after a while."
        case .loseAnswer: "The organizations take what you share, but the phone never hears of it."
        case .changeCertificate: "The next requests are signed with a certificate that nobody vouches for."
        case .unregistered: "The next requests come without a registration, and the app says that it cannot be checked."
        }
    }

    /// The rows that it leads to.
    fileprivate var rows: [String] {
        switch self {
        case .none: ["UC5.1/1.7a"]
        case .askTooMuch: ["UC5.1/1.1k"]
        case .expire: ["UC5.1/1.1e", "UC5.1/1.7f"]
        case .vanish: ["UC5.1/1.1g", "UC5.1/1.7c"]
        case .answerLate: ["UC5.1/1.7"]
        case .loseAnswer: ["UC5.1/1.7g"]
        case .changeCertificate: ["UC5.1/1.1h"]
        case .unregistered: ["UC5.1/1.1l"]
        }
    }
}
