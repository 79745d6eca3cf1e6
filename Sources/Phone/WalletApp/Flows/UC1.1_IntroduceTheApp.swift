// SPDX-License-Identifier: EUPL-1.2

/// UC1.1 Introduce the app.
struct IntroduceTheApp {
    /// A screen of the introduction.
    enum Step: Sendable, Equatable {
        case addingCards
        case secureLogin
        case sharing
        case privacy
    }

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "UC1.1")
    }

    /// - Parameter start: where to begin; "back" from later flows begins at the privacy screen.
    func run(from start: Step) async throws -> UseCase {
        // The screens behind the one that is shown: "back" goes to the previous one, also after a skip.
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
                    trace("1.4a")
                    path.removeLast()
                case .next:
                    trace("1.4b")
                    return .setUpRemotePIN(.choosePIN)
                case .readPrivacyStatement:
                    trace("1.4c")
                    _ = try await context.ui.show(PrivacyStatement(design: "UC1.1"))
                    trace("2.1a")
                case .help:
                    trace("1.4d")
                    try await context.showHelp(on: "UC1.1.privacy")
                }
            }
        }
        return .introduceTheApp(.addingCards)
    }

    private func addingCards(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionAddingCards(isPaused: isPaused)) {
        case .next:
            trace("1.1a")
            path.append(.secureLogin)
        case .skip:
            trace("1.1b")
            path.append(.privacy)
        case .help:
            trace("1.1c")
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            trace("1.1d")
            isPaused.toggle()
        }
    }

    private func secureLogin(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionSecureLogin(isPaused: isPaused)) {
        case .back:
            trace("1.2a")
            path.removeLast()
        case .next:
            trace("1.2b")
            path.append(.sharing)
        case .skip:
            trace("1.2c")
            path.append(.privacy)
        case .help:
            trace("1.2d")
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            trace("1.2e")
            isPaused.toggle()
        }
    }

    private func sharing(_ path: inout [Step], _ isPaused: inout Bool) async throws {
        switch try await context.ui.show(IntroductionSharing(isPaused: isPaused)) {
        case .back:
            trace("1.3a")
            path.removeLast()
        case .next:
            trace("1.3b")
            path.append(.privacy)
        case .help:
            trace("1.3c")
            try await context.showHelp(on: "UC1.1")
        case .toggleAnimation:
            trace("1.3d")
            isPaused.toggle()
        }
    }
}
