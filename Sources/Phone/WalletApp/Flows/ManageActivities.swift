// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// In addition to the design, behind UC6.1 and UC6.3: the history as a file, its deletion, and whether new events are kept.
struct ManageActivities {
    /// The name of the file that is saved.
    static let fileName = "wallet-activities.json"

    private let context: FlowContext
    private let trace: FlowTrace

    init(_ context: FlowContext) {
        self.context = context
        trace = context.trace(of: "history")
    }

    /// Step 1.1, until the user goes back or has deleted all events.
    func run() async throws {
        var isSaved = false
        while true {
            let isKept = try await context.whenUnlocked { try await $0.isHistoryKept() }
            let newest = try await context.whenUnlocked { try await $0.events(of: nil, before: nil, limit: 1) }
            let hasActivities = !newest.isEmpty || newest.unreadableCount > 0
            let action = try await context.ui.show(KeepActivities(isKept: isKept, hasActivities: hasActivities, isSaved: isSaved))
            isSaved = false
            switch action {
            case .save: isSaved = try await save()
            case .deleteAll: if try await deleteAll() { return }
            case .stopKeeping: try await stopKeeping()
            case .keepAgain: _ = try await attempt { try await $0.keepHistory(true) }
            case .help: try await context.showHelp(on: "history")
            case .back: return
            }
        }
    }

    /// Scenario 5: asks whether to delete an event.
    ///
    /// - Returns: true if it was deleted.
    func delete(_ event: WalletEvent) async throws -> Bool {
        switch try await context.ui.show(DeleteActivityQuestion(event: event)) {
        case .delete: try await attempt { try await $0.deleteEvent(event.number) }
        case .back: false
        }
    }

    /// Scenario 2.
    ///
    /// - Returns: true if the phone has taken the file.
    private func save() async throws -> Bool {
        while true {
            switch try await context.ui.show(SaveActivities()) {
            case .save:
                let language = context.languages.current.rawValue
                let words = context.words
                switch try await confirmed("2.2", { try await $0.exportHistory(in: language) { $0.written(words) } }) {
                case .done(let bytes):
                    trace("2.3")
                    await context.leave(.file(name: Self.fileName, bytes: bytes))
                    return true
                case .back: break
                case .ended: return false
                }
            case .back: return false
            }
        }
    }

    /// Scenario 3.
    ///
    /// - Returns: true if all events were deleted.
    private func deleteAll() async throws -> Bool {
        switch try await context.ui.show(DeleteActivitiesQuestion()) {
        case .delete:
            guard case .done = try await confirmed("3.2", { try await $0.deleteHistory() }) else { return false }
            _ = try await context.ui.show(ActivitiesDeleted())
            return true
        case .cancel: return false
        }
    }

    /// Scenario 4.
    private func stopKeeping() async throws {
        switch try await context.ui.show(StopKeepingQuestion()) {
        case .stop: _ = try await confirmed("4.2", { try await $0.keepHistory(false) })
        case .cancel: break
        }
    }

    /// Makes a call, and shows its error.
    ///
    /// - Returns: false after an error; nothing was changed then.
    private func attempt(_ call: (any UnlockedWallet) async throws -> Void) async throws -> Bool {
        do {
            try await context.whenUnlocked(call)
            return true
        } catch let error as WalletCoreError {
            try await context.explain(error)
            return false
        }
    }

    /// Asks for the PIN, and makes the call that takes it.
    private func confirmed<Value: Sendable>(
        _ step: String, _ call: (any UnlockedWallet) async throws -> Value
    ) async throws -> ConfirmedCall.Ending<Value> {
        try await ConfirmedCall(context, at: step, trace).run(call)
    }
}
