// SPDX-License-Identifier: EUPL-1.2

/// UC9.2 Get app information. The caller continues afterwards where it was.
struct GetAppInformation {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    func run() async throws {
        while true {
            switch try await context.ui.show(AboutApp()) {
            case .website:
                await context.leave(.browser(context.brand.website))
            case .privacyStatement:
                _ = try await context.ui.show(PrivacyStatement(design: "UC9.2"))
            case .help: try await context.showHelp(on: "UC9.2")
            case .back:
                return
            }
        }
    }
}
