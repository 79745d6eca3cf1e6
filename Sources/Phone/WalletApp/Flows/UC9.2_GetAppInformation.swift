// SPDX-License-Identifier: EUPL-1.2

/// UC9.2 Get app information. It is read and left again: whoever shows it goes on where it was.
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
                if let page = AboutApp.website { await context.leave(.browser(page)) }
            case .privacyStatement:
                trace("1.1b")
                _ = try await context.ui.show(PrivacyStatement(design: "UC9.2"))
                trace("2.1a")
            case .help: try await context.showHelp(on: "UC9.2")
            case .back:
                trace("1.1c")
                return
            }
        }
    }
}
