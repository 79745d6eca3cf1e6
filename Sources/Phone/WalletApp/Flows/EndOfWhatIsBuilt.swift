// SPDX-License-Identifier: EUPL-1.2

/// Where the built part ends: an honest screen that stays, with what the menu (UC9.1) will offer once it is built.
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
            case .about: try await GetAppInformation(context).run()
            case .logOut: await LogOut(context).logOut()
            case .removeData:
                if try await WipeAllAppData(context).run() == .wiped { return .introduceTheApp(.addingCards) }
            }
        }
    }
}
