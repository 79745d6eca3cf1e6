// SPDX-License-Identifier: EUPL-1.2

import SimulatedPhone
import WalletApp
import WebPages

/// Time, and what is around the phone.
extension DeviceRenderer {
    func clock(_ device: DeviceSnapshot) -> HTML {
        let isWrong = device.settings.clockError != 0
        return group("clock", "Clock", now: isWrong ? "Wrong" : "") {
            HTML.element(.p, .class("readout")) { HTML.element(.time, .data("clock", "full")) }
            control("Time goes by, for phone and servers. A wait is over: PF2.8/5.1e. Idle: UC9.7/1.1c.", "Time goes by") {
                for (step, label) in [
                    (DeviceAction.ClockStep.minute, "+1 min"), (.fiveMinutes, "+5 min"), (.hour, "+1 h"), (.day, "+1 day"),
                ] {
                    tool(.clock(step), label)
                }
            }
            control("The phone locks itself, sleeps and wakes: UC1.2/3.2b. A countdown is right when it wakes.", "Sleep") {
                tool(.sleep(.minute), "Sleep 1 min")
                tool(.sleep(.hour), "Sleep 1 h")
            }
            control("The phone's own clock alone. Waits stay as long as they are; one that goes back locks: UC9.7/1.1b.", "Turn the clock")
            {
                tool(.turnClock(.hourBack), "−1 h")
                tool(.turnClock(.hourAhead), "+1 h")
                tool(.turnClock(.dayBack), "−1 day")
                tool(.turnClock(.dayAhead), "+1 day")
                tool(.clockRight, "Set right", isEnabled: isWrong)
            }
        }
    }

    func updates(_ world: WorldState) -> HTML {
        group("updates", "Updates", now: world.verdict) {
            readout("App \(world.appVersion). The policy says: \(world.verdict.isEmpty ? "nothing that could be read" : world.verdict).")
            control(
                """
                Installing ends the app, as a store does; the next launch is that version. Policies speak of \(AppRelease.released): the next \
                one lifts PF1.4/1.1b.
                """,
                "Installed version"
            ) {
                choice(.install(isNext: false), "App \(AppRelease.released)", isChosen: world.appVersion == AppRelease.released)
                choice(.install(isNext: true), "App \(AppRelease.next)", isChosen: world.appVersion == AppRelease.next)
            }
            control("OK: PF1.4/1.1a. Notice, advice, warning: with update/1. Blocked: 1.1b. No newer version: 1.1c.", "Update policy") {
                for policy in SamplePolicy.allCases {
                    choice(.world(.policy(policy)), policy.words, isChosen: world.policy == policy)
                }
            }
            hint("Signed and served at once. The app asks at every launch and every minute; a notice shows at the next launch: update/1.")
        }
    }

    var links: HTML {
        group("links", "Links") {
            control("Touched in another app: PF2.7/1.1a, waiting on the lock: link/1. Without a wallet or PID: 1.2d.", "Valid links") {
                for (link, label) in [
                    (SampleLink.disclosure, "Show data"), (.credentialOffer, "Card offer"), (.disclosureBasedIssuance, "Cards for data"),
                    (.issuanceRedirect, "Back from login"), (.transfer, "Move the wallet"),
                ] { tool(.world(.link(link)), label) }
            }
            control("Invalid, and a login that nobody awaits: 1.2c. Other scanner: 1.2b once there is a PID.", "Other links") {
                tool(.world(.link(.invalid)), "Invalid")
                tool(.world(.link(.scanned)), "From another scanner")
            }
        }
    }

    func revocation(_ world: WorldState) -> HTML {
        group("revocation", "Revocation", now: world.isSolutionRevoked ? "All revoked" : "") {
            control("As user, with the deletion code: PF2.10/1.1b.", "As user") {
                HTML.element(
                    .button,
                    [.type("button"), .class("tool"), .data("device", "portal"), .data("open", "portal")]
                        + (world.portal == nil ? [.disabled] : [])
                ) { "Open the revocation portal" }
            }
            control("As administrator, the wallet registered last: PF2.10/1.1c at the next launch.", "As administrator") {
                tool(.world(.revokeWallet), "Revoke this wallet", isDestructive: true)
            }
            control(
                "As administrator, all wallets with this PID's recovery code: PF2.10/1.1d. A later wallet that brings it follows.",
                "The person"
            ) {
                tool(.world(.revokeHolder), "Revoke this person", isDestructive: true)
            }
            control("As issuer, the PID issued last: UC7.1/1.1d and UC7.2 show it after the next unlock.", "As issuer") {
                tool(.world(.revokePID), "Revoke this PID", isDestructive: true)
            }
            control("For good, wallets to come included: 1.1e. Only --fresh starts anew.", "Whole solution") {
                tool(.world(.revokeSolution), "Revoke all wallets", isEnabled: !world.isSolutionRevoked, isDestructive: true)
            }
        }
    }
}

extension SamplePolicy {
    /// The switch on the page.
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
