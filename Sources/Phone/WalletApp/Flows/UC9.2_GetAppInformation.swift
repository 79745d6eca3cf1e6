// SPDX-License-Identifier: EUPL-1.2

/// UC9.2 Get app information. It goes back to where it was asked for, also while the wallet is locked.
struct GetAppInformation {
    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC9.2")
    }

    func run() async throws {
        while true {
            switch try await context.ui.show(AboutApp()) {
            case .website:
                trace("1.1a")
                await context.system.open(.website)
            case .privacyStatement:
                trace("1.1b")
                _ = try await context.ui.show(PrivacyStatementOfApp())
                trace("2.1a")
            case .back:
                trace("1.1c")
                return
            }
        }
    }
}
