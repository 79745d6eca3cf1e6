// SPDX-License-Identifier: EUPL-1.2

public import WalletApp
public import WalletCore

/// The person at the phone: sets up the wallet, gets a card, locks the phone, opens the wallet again with the PIN, and ends the process.
public actor Person {
    /// The screens that the person has seen, in order.
    public private(set) var seen: [DrawnScreen] = []
    /// True once the wallet was locked while the screen for the PIN was shown.
    public private(set) var hasSeenLock = false
    /// True once the wallet was unlocked again.
    public private(set) var hasUnlocked = false

    private let phone: any PhoneInHand
    private let engine: WalletEngine
    private let pin = Array("572039".utf8)
    private var code: [String] = []
    private var hasLocked = false
    private var hasPresented = false

    public init(at phone: any PhoneInHand, with engine: WalletEngine) {
        self.phone = phone
        self.engine = engine
    }

    /// Uses a user interface until it ends.
    public func use(_ app: UserInterface) async {
        // The system shows the sensor's prompt over the app's screens, which keep changing.
        await withDiscardingTaskGroup { atSensor in
            for await screen in app.screens() {
                guard let screen, screen.isLive else { continue }
                seen.append(screen)
                // The person is lost.
                guard seen.count < 100 else {
                    phone.endProcess()
                    break
                }
                switch screen.name {
                case "Dashboard":
                    if await locksPhone(at: screen) { atSensor.addTask { [phone] in await phone.closePrompt() } }
                case "ConfigureBiometrics":
                    answer(screen, app)
                    if !hasPresented { atSensor.addTask { [phone] in await phone.presentFaceOrFinger() } }
                    hasPresented = true
                case "OpenWithPIN":
                    hasSeenLock = await !engine.isUnlocked
                    answer(screen, app)
                default: answer(screen, app)
                }
            }
            atSensor.cancelAll()
        }
    }

    /// Locks and unlocks the phone at the first card; ends the process once the wallet was opened again.
    ///
    /// - Returns: true if the phone was locked.
    private func locksPhone(at screen: DrawnScreen) async -> Bool {
        let hasCard = screen.components.contains { if case .cards(let cards, _) = $0 { !cards.isEmpty } else { false } }
        if hasSeenLock {
            hasUnlocked = await engine.isUnlocked
            phone.endProcess()
        } else if hasCard, !hasLocked {
            hasLocked = true
            phone.lockAndUnlock()
            return true
        }
        return false
    }

    // snippet.answer
    /// Fills in the screen's PIN or code, or presses its main button.
    private func answer(_ screen: DrawnScreen, _ app: UserInterface) {
        for component in screen.components {
            switch component {
            case .code(let groups, _): code = groups
            case .pinPad(let control, _): app.answer(screen, control, value: pin)
            case .entry(let control, let label, _, _):
                guard let number = label.split(separator: " ").lazy.compactMap({ Int($0) }).first, code.indices.contains(number - 1)
                else { break }
                app.answer(screen, control, value: Array(code[number - 1].utf8))
            case .button(let button) where button.role == .primary: app.answer(screen, button.control)
            default: break
            }
        }
    }
    // snippet.end
}
