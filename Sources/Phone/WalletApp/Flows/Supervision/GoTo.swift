// SPDX-License-Identifier: EUPL-1.2

/// "Go to UC…" from within a partial flow: it ends every flow up to the supervisor, which continues there. It is never shown as an error.
struct GoTo: Error, Equatable {
    let useCase: UseCase

    init(_ useCase: UseCase) { self.useCase = useCase }
}
