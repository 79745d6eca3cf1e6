// SPDX-License-Identifier: EUPL-1.2

import PhoneSimulator
import WalletApp

/// A guided tour: a walk of a few minutes, explained step by step in the device column. A tour changes no settings; the visitor does the
/// steps.
enum Tour: String, Sendable, Hashable, CaseIterable {
    case firstStart = "first-start"
    case pin
    case breaking = "break"
    case wrongClock = "wrong-clock"
    case sharing = "share"
    case login = "log-in"
    case scanning = "scan"
    case overAsking = "over-asking"
    case activities

    struct Stop: Sendable, Hashable {
        /// The instruction for the visitor.
        let words: String
        /// The row that completes the step.
        let row: Row
        /// True if the app takes the row elsewhere, too: it then completes the step only if the earlier steps are done.
        var isCommon = false
    }

    var title: String {
        switch self {
        case .firstStart: "First start to a card"
        case .pin: "Everything about the PIN"
        case .breaking: "Break it"
        case .wrongClock: "A wrong clock"
        case .sharing: "Share with a shop"
        case .login: "Log in with the wallet"
        case .scanning: "Scan from the laptop"
        case .overAsking: "A raffle asks too much"
        case .activities: "What happened"
        }
    }

    /// The summary and the precondition of the tour.
    var promise: String {
        switch self {
        case .firstStart: "Set the wallet up and get your identity card. For a phone without a wallet."
        case .pin: "Wrong PINs, waits, a changed PIN, a forgotten PIN. For a wallet with a card."
        case .breaking: "No network, kills, a phone that is not safe, a revoked wallet. For any wallet."
        case .wrongClock: "The phone's clock is wrong; a card and a new PIN come all the same. For a phone without a wallet."
        case .sharing: "A wine shop checks your age, and you see what it learns. For a wallet with a card."
        case .login: "A pension portal knows you by one number; then its answer is lost. For a wallet with a card."
        case .scanning: "The laptop shows a code, the phone scans it, and you compare the address. For a wallet with a card."
        case .overAsking: "It wants more than it registered, and another site is not registered. For a wallet with a card."
        case .activities: "All that the wallet remembers, one thing deleted, and nothing kept any more. For a wallet with a card."
        }
    }

    /// Returns true if the surroundings have what the tour needs: web sites to share with, and a laptop to scan from.
    func isPossible(with device: DeviceSnapshot) -> Bool {
        switch self {
        case .firstStart, .pin, .breaking, .wrongClock: true
        case .sharing, .login, .overAsking, .activities: !device.sites.isEmpty
        case .scanning: !device.sites.isEmpty && device.hasLaptop
        }
    }

    /// Returns the steps, in order.
    func stops(on kind: PhoneKind) -> [Stop] {
        let sensor = SensorWords(kind, kind.biometricKind(of: nil))
        return switch self {
        case .firstStart:
            [
                Stop(words: "Tap the {product} icon.", row: "UC1.1/1.1"),
                Stop(words: "Look at the introduction or skip it, then press Next.", row: "PF2.9/1.1"),
                Stop(words: "Choose a PIN, such as 749205, and enter it twice.", row: "PF2.9/1.5a"),
                Stop(words: "Press Skip; or enable \(sensor.sensor) and press \(sensor.matches) below.", row: "UC2.1/1.5"),
                Stop(words: "Write the deletion code down. Type the group that is asked for.", row: "code/2a"),
                Stop(words: "Log in with {login} as one of the people.", row: "UC3.1/1.3a"),
                Stop(words: "Look at the data, press Add and enter your PIN.", row: "UC3.1/1.6a"),
                Stop(words: "Go to your overview and open the card.", row: "UC7.1/1.1d"),
            ]
        case .pin:
            [
                Stop(words: "Under App press Kill, then tap the icon. A scan: press Cancel below.", row: "UC2.3/1.3"),
                Stop(words: "Enter a wrong PIN.", row: "PF2.8/1.1d"),
                Stop(words: "Enter wrong PINs until the app is blocked for a minute.", row: "PF2.8/5.1"),
                Stop(words: "Under Clock press +1 min: the wait is over.", row: "PF2.8/5.1e"),
                Stop(words: "Enter the right PIN.", row: "UC2.3/1.4a", isCommon: true),
                Stop(words: "In the menu, under Settings, change your PIN.", row: "UC2.6/1.2a"),
                Stop(words: "Kill the app, tap the icon, press Forgot PIN and create a new one.", row: "UC2.3.2/1.5"),
            ]
        case .breaking:
            [
                Stop(words: "Kill the app and tap the icon: it goes on where it can.", row: "startup/1.1"),
                Stop(words: "Under Network press Offline, and enter your PIN.", row: "error/NoInternet"),
                Stop(words: "Press Online, then Try again.", row: "error/NoInternet.retry"),
                Stop(words: "Under Security switch Rooted on. Kill the app and tap the icon.", row: "UC1.2/2.2b"),
                Stop(words: "Switch Rooted off, then check again.", row: "UC1.2/2.2a", isCommon: true),
                Stop(words: "Under Updates press Blocked, then under Clock +1 min.", row: "PF1.4/2.1"),
                Stop(words: "Press OK under Updates, then +1 min again.", row: "PF1.4/1.1a", isCommon: true),
                Stop(words: "Under Revocation revoke this wallet. Kill the app and tap the icon.", row: "PF2.10/3.1"),
            ]
        case .wrongClock:
            [
                Stop(words: "Under Clock, Turn the clock, press +1 h. Then tap the icon.", row: "UC1.1/1.1"),
                Stop(words: "Skip the introduction, and enter a PIN twice.", row: "PF2.9/1.5a"),
                Stop(words: "Press Skip. Write the deletion code down and type its group.", row: "code/2a"),
                Stop(words: "Log in with {login}: the app asks by the provider's time.", row: "clock/1a"),
                Stop(words: "Press Add and enter your PIN: the card is there.", row: "UC3.1/1.6a"),
                Stop(words: "Press −10 min: it locks. Under Help, check the connection.", row: "help/1b"),
                Stop(words: "Press Back, then Forgot PIN, and create a new one.", row: "clock/2a"),
                Stop(words: "Press Set right: the app locks. Open it with the new PIN.", row: "UC2.3/1.4a", isCommon: true),
            ]
        case .sharing: Self.sharingStops
        case .login: Self.loginStops
        case .scanning: Self.scanningStops
        case .overAsking: Self.overAskingStops
        case .activities: Self.activityStops
        }
    }
}

/// The progress of a tour.
struct TourState: Sendable, Hashable {
    let tour: Tour
    /// The steps on this kind of phone.
    let stops: [Tour.Stop]
    /// The number of steps done.
    private(set) var reached = 0

    init(_ tour: Tour, on kind: PhoneKind) {
        self.tour = tour
        stops = tour.stops(on: kind)
    }

    /// True if all steps are done.
    var isOver: Bool { reached == stops.count }

    /// Records a row that was taken. A later step completes the earlier steps, since the visitor has passed them; not by a common row.
    mutating func take(_ row: Row) {
        let next = reached
        let completed = stops.indices[next...].first { stops[$0].row == row && (!stops[$0].isCommon || $0 == next) }
        guard let index = completed else { return }
        reached = index + 1
    }
}
