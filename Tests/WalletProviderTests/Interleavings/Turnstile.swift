// SPDX-License-Identifier: EUPL-1.2

/// The strand that the current task is, while interleavings are explored; nil outside, where nobody waits.
enum Strand {
    @TaskLocal static var current: Int?
}

/// Lets strands run one at a time: each stops before its next statement and goes on when it is told to.
///
/// Nothing depends on time. A choice is made only when every strand stands still, so the same choices always make the same run.
actor Turnstile {
    private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    private var running: Int
    private var observer: CheckedContinuation<Void, Never>?

    /// A turnstile for so many strands, all of which are running.
    init(strands: Int) { running = strands }

    /// Stops a strand before a statement.
    func turn(of strand: Int) async {
        await withCheckedContinuation { continuation in
            waiting[strand] = continuation
            stopped()
        }
    }

    /// A running strand has ended.
    func end() { stopped() }

    /// Lets a strand go on that stands before a statement.
    func go(_ strand: Int) {
        running += 1
        waiting.removeValue(forKey: strand)?.resume()
    }

    /// The strands that stand before a statement, in order, once none is running; empty when all have ended.
    func standing() async -> [Int] {
        if running > 0 { await withCheckedContinuation { observer = $0 } }
        return waiting.keys.sorted()
    }

    private func stopped() {
        running -= 1
        guard running == 0 else { return }
        observer?.resume()
        observer = nil
    }
}
