// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp
import WebPages

/// Time and the phone's surroundings.
extension DeviceRenderer {
    func clock(_ device: DeviceSnapshot) -> HTML {
        let isWrong = device.settings.clockError != 0
        return group("clock", "Clock", now: isWrong ? "Wrong" : "") {
            HTML.element(.p, .class("readout")) { HTML.element(.time, .data("clock", "full")) }
            control(
                "Time passes, for the phone and the servers. Waits end, and an unused app locks.",
                rows: ["PF2.8/5.1e", "UC9.7/1.1c"], "Time passes"
            ) {
                for (step, label) in [
                    (DeviceAction.ClockStep.minute, "+1 min"), (.fiveMinutes, "+5 min"), (.hour, "+1 h"), (.day, "+1 day"),
                ] {
                    tool(.clock(step), label)
                }
            }
            control(
                "The phone locks itself, sleeps and wakes. A countdown is right when it wakes.", rows: ["UC1.2/3.2b"], "Sleep"
            ) {
                tool(.sleep(.minute), "Sleep 1 min")
                tool(.sleep(.hour), "Sleep 1 h")
            }
            control(
                "Only the phone's own clock. Waits stay as long, and the app locks. Cards and a new PIN still come: it uses the provider's time.",
                rows: ["UC9.7/1.1b", "clock/1a", "clock/2a"], "Turn the clock"
            ) {
                for (turn, label) in [
                    (DeviceAction.ClockTurn.dayBack, "−1 day"), (.hourBack, "−1 h"), (.tenMinutesBack, "−10 min"),
                    (.threeMinutesAhead, "+3 min"), (.hourAhead, "+1 h"), (.dayAhead, "+1 day"),
                ] {
                    tool(.turnClock(turn), label)
                }
                tool(.clockRight, "Set right", isEnabled: isWrong)
            }
        }
    }

    func updates(_ world: WorldState) -> HTML {
        group("updates", "Updates", now: world.verdict) {
            readout(
                world.isElsewhere
                    ? "App \(world.appVersion). The servers run elsewhere; their operator signs the policy."
                    : "App \(world.appVersion). The policy says: \(world.verdict.isEmpty ? "nothing that could be read" : world.verdict).")
            control(
                """
                Installing ends the app, as a store does; the next launch is that version. Policies speak of \(brand.version.released): the next \
                version is not blocked.
                """, rows: ["PF1.4/1.1b"], "Installed version"
            ) {
                choice(.install(isNext: false), "App \(brand.version.released)", isChosen: world.appVersion == brand.version.released)
                choice(.install(isNext: true), "App \(brand.version.next)", isChosen: world.appVersion == brand.version.next)
            }
            if !world.isElsewhere {
                control(
                    "What the maker says of this version: all is well, there is a newer one, or it is blocked.",
                    rows: ["PF1.4/1.1a", "PF1.4/1.1b", "PF1.4/1.1c", "update/1"], "Update policy"
                ) {
                    for policy in SamplePolicy.allCases {
                        choice(.world(.policy(policy)), policy.words, isChosen: world.policy == policy)
                    }
                }
                hint(
                    "It is signed and served at once. The app asks at every launch and every minute; a notice shows at the next launch.",
                    rows: ["update/1"])
            }
        }
    }

    var links: HTML {
        group("links", "Links") {
            control(
                "A link touched in another app. On the lock it waits; without a wallet or card you finish that first.",
                rows: ["PF2.7/1.1a", "link/1", "PF2.7/1.2d"], "Valid links"
            ) {
                for (link, label) in [
                    (SampleLink.disclosure, "Show data"), (.credentialOffer, "Card offer"), (.disclosureBasedIssuance, "Cards for data"),
                    (.issuanceRedirect, "Back from login"), (.transfer, "Move the wallet"),
                ] { tool(.world(.link(link)), label) }
            }
            control(
                "One that is not ours, and one that another app has scanned.", rows: ["PF2.7/1.2c", "PF2.7/1.2b"], "Other links"
            ) {
                tool(.world(.link(.invalid)), "Invalid")
                tool(.world(.link(.scanned)), "From another scanner")
            }
        }
    }

    func revocation(_ world: WorldState) -> HTML {
        group("revocation", "Revocation", now: world.isSolutionRevoked ? "All revoked" : "") {
            if world.isElsewhere {
                hint("The servers run elsewhere: their operators revoke.", rows: [])
            } else {
                control("You, on the web site, with your deletion code.", rows: ["PF2.10/1.1b"], "As user") {
                    HTML.element(
                        .button,
                        [.type("button"), .class("tool"), .data("device", "portal"), .data("open", "portal")]
                            + (world.portal == nil ? [.disabled] : [])
                    ) { "Open the revocation portal" }
                }
                control(
                    "An administrator, the wallet that was registered last. The next launch says so.", rows: ["PF2.10/1.1c"],
                    "As administrator"
                ) {
                    tool(.world(.revokeWallet), "Revoke this wallet", isDestructive: true)
                }
                control(
                    "An administrator, all wallets of this person, those to come included.", rows: ["PF2.10/1.1d"],
                    "The person"
                ) {
                    tool(.world(.revokeHolder), "Revoke this person", isDestructive: true)
                }
                control(
                    "The issuer of the card, the one that was issued last. It shows after the next unlock.", rows: ["UC7.1/1.1d"],
                    "As issuer"
                ) {
                    tool(.world(.revokePID), "Revoke this PID", isDestructive: true)
                }
                control(
                    "Everyone's wallet, for good. Only --fresh starts again.", rows: ["PF2.10/1.1e"], "Whole solution"
                ) {
                    tool(.world(.revokeSolution), "Revoke all wallets", isEnabled: !world.isSolutionRevoked, isDestructive: true)
                }
            }
        }
    }
}

extension SamplePolicy {
    /// The policy's label on the page.
    fileprivate var words: String {
        switch self {
        case .ok: "OK"
        case .notify: "Notice"
        case .recommend: "Advice"
        case .warnWeek: "Warn, 7 days"
        case .warnDay: "Warn, 1 day"
        case .block: "Blocked"
        case .blockFinal: "Blocked, no newer"
        }
    }
}
