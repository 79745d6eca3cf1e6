// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import WalletConfiguration
import WalletInterface

extension FlowContext {
    /// The text during configured maintenance of the backend: the operator's, or else the app's own; nil at any other time.
    var maintenanceNotice: Text? {
        guard let window = supervision.configuration.value?.document.maintenance, window.contains(Int64(now().timeIntervalSince1970)) else {
            return nil
        }
        guard let text = window.text else { return "serverUnreachable.maintenance" }
        return Text("value.text", .localized(.init(text.entries.map { .init(locale: $0.language, text: $0.text) })))
    }
}
