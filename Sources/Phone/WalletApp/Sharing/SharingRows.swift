// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The rows of UC5.1 (share data) and UC5.2 (log in), which show the same screens under different numbers and letters.
struct SharingRows: Sendable, Hashable {
    /// UC5.1.
    static let sharing = SharingRows(isLogin: false)
    /// UC5.2.
    static let login = SharingRows(isLogin: true)

    let isLogin: Bool

    /// The use case.
    var design: String { isLogin ? "UC5.2" : "UC5.1" }

    /// The number of the step that asks for the PIN (PF2.4).
    var confirmation: String { isLogin ? "1.4" : "1.5" }

    /// The number of the step that sends the answer.
    var sending: String { isLogin ? "1.8" : "1.7" }

    /// Returns the row with a number.
    func row(_ number: String) -> Row { Row(design, number) }

    /// Returns the number of the step that asks for the approval of an offer.
    func approval(of offer: SharingOffer) -> String { isLogin ? "1.3" : offer.hasAlternatives ? "10.1" : "1.4" }

    /// Returns the number of the step that shows the values. Only UC5.1 has one where cards can be swapped.
    func values(of offer: SharingOffer) -> String { !isLogin && offer.hasAlternatives ? "10.2" : "4.2" }

    /// Returns the number of the step after an answer was received.
    func success(_ arrival: SharingArrival) -> String {
        guard isLogin else { return "1.6" }
        return switch arrival {
        case .crossDevice: "1.6"
        case .sameDevice: "1.7"
        }
    }
}
