// SPDX-License-Identifier: EUPL-1.2

/// UC1.1 Introduce the app.
struct IntroduceTheApp {
    enum Step: Sendable, Equatable {
        case addingCards
        case secureLogin
        case sharing
        case privacy
    }

    private let context: FlowContext

    init(_ context: FlowContext) {
        self.context = context
    }

    /// - Parameter start: the first step; "back" from later flows starts at the privacy screen.
    func run(from start: Step) async throws -> UseCase {
        // The back stack, with the shown screen last: "back" returns to the previous screen, also after a skip.
        var path: [Step] = start == .privacy ? [.addingCards, .secureLogin, .sharing, .privacy] : [start]
        var isPaused = false
        while let step = path.last {
            switch step {
            case .addingCards: try await addingCards(&path, &isPaused)
            case .secureLogin: try await secureLogin(&path, &isPaused)
            case .sharing: try await sharing(&path, &isPaused)
            case .privacy:
                switch try await context.ui.show(PrivacyConsiderations()) {
                case .back:
                    path.removeLast()
                case .next:
                    return .setUpRemotePIN(.choosePIN)
                case .readPrivacyStatement:
                    _ = try await context.ui.show(PrivacyStatement(design: "UC1.1"))
                case .help:
                    try await context.showHelp(on: "UC1.1.privacy")
                }
            }
        }
        return .introduceTheApp(.addingCards)
    }

    private func addingCards(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionAddingCards(isPaused: isPaused)) {
        case .next:
            path.append(.secureLogin)
        case .skip:
            path.append(.privacy)
        case .help:
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            isPaused.toggle()
        }
    }

    private func secureLogin(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionSecureLogin(isPaused: isPaused)) {
        case .back:
            path.removeLast()
        case .next:
            path.append(.sharing)
        case .skip:
            path.append(.privacy)
        case .help:
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            isPaused.toggle()
        }
    }

    private func sharing(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionSharing(isPaused: isPaused)) {
        case .back:
            path.removeLast()
        case .next:
            path.append(.privacy)
        case .help:
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            isPaused.toggle()
        }
    }
}
