// SPDX-License-Identifier: EUPL-1.2

/// Yields until a condition holds; for suites with a time limit.
///
/// - Throws: `CancellationError`; the condition's error.
package func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() {
        try Task.checkCancellation()
        await Task.yield()
    }
}
