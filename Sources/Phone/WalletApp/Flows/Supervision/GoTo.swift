// SPDX-License-Identifier: EUPL-1.2

/// "Go to UC…" from within a partial flow: it ends every flow up to the supervisor, which goes on there. Never shown as an error.
struct GoTo: Error, Equatable {
    let useCase: UseCase

    init(_ useCase: UseCase) { self.useCase = useCase }
}
