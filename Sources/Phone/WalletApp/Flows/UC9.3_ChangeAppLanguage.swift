// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC9.3 Change app language. The choice applies to the whole app at once, and after a restart.
struct ChangeAppLanguage {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        while true {
            switch try await context.ui.show(ChangeLanguage(current: context.languages.current, offered: context.languages.offered)) {
            case .choose(let language):
                try await context.wallet.setLanguage(language.rawValue)
                context.languages.choose(language)
            case .back:
                return
            }
        }
    }
}
