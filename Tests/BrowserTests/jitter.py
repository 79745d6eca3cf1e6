# SPDX-License-Identifier: EUPL-1.2
"""A slow machine on purpose, to find tests that only pass on a fast one (Documentation/testing.md).

WALLET_JITTER=300 delays each event that the page gets and each POST that it sends by up to so many milliseconds, in order.
WALLET_THROTTLE=4 makes the page's processor so many times slower.
"""
import os
import random
import zlib

MILLISECONDS = int(os.environ.get("WALLET_JITTER", "0"))
SLOWER = float(os.environ.get("WALLET_THROTTLE", "1"))
SEED = "WALLET_JITTER_SEED"

# Each event is delayed separately, even when several were sent together, since the state between two events may last long. An event is late by its
# own delay or the previous one's, so that delays do not add up.
SCRIPT = """
(([most, seed]) => {
    const real = window.fetch;
    const random = () => {
        seed = (seed + 0x6D2B79F5) | 0;
        let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
    const sleep = time => new Promise(done => setTimeout(done, Math.max(0, time - performance.now())));
    const queue = () => {
        let due = 0;
        return () => sleep(due = Math.max(due, performance.now() + random() * most));
    };
    const sending = queue();
    const late = answer => {
        const receiving = queue();
        const encoder = new TextEncoder();
        const decoder = new TextDecoder();
        const reader = answer.body.getReader();
        let rest = '', waiting = Promise.resolve();
        const body = new ReadableStream({
            start(controller) {
                (async () => {
                    for (;;) {
                        const { value, done } = await reader.read();
                        if (done) break;
                        const blocks = (rest + decoder.decode(value, { stream: true })).split('\\n\\n');
                        rest = blocks.pop();
                        for (const block of blocks) {
                            const turn = receiving();
                            waiting = waiting.then(() => turn).then(() => controller.enqueue(encoder.encode(block + '\\n\\n')));
                        }
                    }
                    await waiting;
                    controller.close();
                })().catch(error => waiting.then(() => controller.error(error)));
            },
            cancel: reason => reader.cancel(reason),
        });
        return new Response(body, { status: answer.status, headers: answer.headers });
    };
    window.fetch = async (input, init) => {
        if (init?.method === 'POST') await sending();
        const answer = await real(input, init);
        return answer.ok && String(input).endsWith('/events') ? late(answer) : answer;
    };
})(%s);
"""


class Problems(list):
    """Returns a page's complaints, except that the sandboxed frames of phone and laptop run no script of a site and set no focus."""

    def append(self, text):
        if not text.startswith(("Blocked script execution in 'http://127.0.0.1", "Blocked autofocusing on a <h1> element because the")):
            super().append(text)


def choose_seed():
    """One seed for the whole run, including its workers."""
    os.environ.setdefault(SEED, str(random.randrange(2**31)))


def disturb(context, test):
    """Delays all pages of a context as the environment sets, differently in each test."""
    if MILLISECONDS:
        seed = os.environ[SEED]
        print(f"to repeat it: WALLET_JITTER={MILLISECONDS} {SEED}={seed}")
        context.add_init_script(SCRIPT % [MILLISECONDS, zlib.crc32(f"{seed} {test}".encode())])


def slow_down(page):
    """Slows a page down as the environment sets."""
    if SLOWER > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
