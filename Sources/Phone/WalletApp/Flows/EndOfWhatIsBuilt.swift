// SPDX-License-Identifier: EUPL-1.2

/// Where the built part ends: an honest screen that stays, from which the menu (UC9.1) is opened.
struct EndOfWhatIsBuilt {
    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// - Parameter design: the flow that should follow.
    func run(_ design: String) async throws -> UseCase {
        while true {
            switch try await context.ui.show(NotBuiltYet(design: design, canGoBack: false)) {
            case .back: return .openTheApp
            case .menu: return .showAppMenu(.menu)
            }
        }
    }
}
