// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// The pages on which the person reports a problem: UC5.1/8, UC5.2/8, UC6.3/4, UC7.2/5. They return to the page that asked.
struct ReportPages {
    private let context: FlowContext
    private let rows: PageRows

    init(_ context: FlowContext, _ rows: PageRows) {
        self.context = context
        self.rows = rows
    }

    /// Shows what may be wrong, until the user goes back.
    ///
    /// - Parameters:
    ///   - subject: what the report is about, for the history.
    ///   - party: the organization or the issuer.
    func run(on subject: ReportSubject, about party: ReportedParty) async throws {
        while true {
            switch try await context.ui.show(ReportProblem(rows: rows, party: party)) {
            case .problem(let problem): try await contact(about: problem, subject, party)
            case .back: return
            }
        }
    }

    /// The bodies that fit a problem. The app itself reports nothing.
    private func contact(about problem: SharingReport, _ subject: ReportSubject, _ party: ReportedParty) async throws {
        while true {
            switch try await context.ui.show(WhereToReport(rows: rows, problem: problem, party: party, support: context.support)) {
            case .contact(let contact):
                try await context.turn(to: contact) { try await $0.noteReport(subject, to: contact.noted) }
            case .back: return
            }
        }
    }
}

extension FlowContext {
    /// Opens the address of a body in the browser, the mail app or the telephone, after the history has it.
    ///
    /// If it cannot be written, the error is shown, and nothing is opened. A session that has not begun in the core yet, or has ended, has
    /// nothing to write.
    ///
    /// - Parameter note: writes it into the history.
    func turn(to contact: SharingContact, noting note: (any UnlockedWallet) async throws -> Void) async throws {
        do {
            try await whenUnlocked(note)
        } catch let error as WalletCoreError where error.code != .sharing(.noSession) {
            // A killed process must not trace a row.
            try Task.checkCancellation()
            return try await ErrorFlow(self).runOrRestart(error)
        } catch is WalletCoreError {}
        await open(contact)
    }

    /// Opens the address of a body in the browser, the mail app or the telephone.
    func open(_ contact: SharingContact) async {
        switch contact.way {
        case .page(let address): await open(page: address)
        case .mail(let address): await leave(.mail(address))
        case .phone(let number): await leave(.phone(number))
        }
    }

    /// Opens a page that an organization has registered in the browser; does nothing if the app does not open such an address.
    func open(page address: String?) async {
        if let page = address.flatMap({ PageAddress($0) }) { await leave(.page(page)) }
    }
}
