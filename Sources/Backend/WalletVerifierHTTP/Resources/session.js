// SPDX-License-Identifier: EUPL-1.2
// Replaces the QR code before it gets too old, and loads the page again when the wallet has done something. Without it the page loads
// itself every few seconds.

const screens = { created: "Open", fetched: "Fetched" };
const screen = document.querySelector("main").dataset.screen;
const link = document.getElementById("link");
const code = document.getElementById("code");
const lost = document.getElementById("lost");
const time = document.getElementById("time");
const pause = 2000;

/** When the code's picture is to be replaced, and when it is too old to be shown; in milliseconds of `performance.now()`. */
let renewAt = 0;
let lastNews = performance.now();
const tooOld = 10000;

/** Shows links of news that are newer than those on the page. */
const draw = (news) => {
    if (news.time_left && time.textContent !== news.time_left) time.textContent = news.time_left;
    if (link && news.same_device) link.href = news.same_device.link;
    if (!code || !news.cross_device || performance.now() < renewAt) return;
    code.src = news.cross_device.picture;
    renewAt = performance.now() + news.cross_device.renew_after * 1000 - pause;
};

/** Says that the server does not answer, and hides a code that no wallet takes any more. */
const showLoss = (isLost) => {
    lost.hidden = !isLost;
    if (code) code.parentElement.hidden = isLost;
};

const ask = async () => {
    if (document.hidden) return;
    try {
        const answer = await fetch(location.pathname + "/status" + location.search, { cache: "no-store", credentials: "same-origin" });
        // The session is gone, or another browser's: the page says so.
        if ([403, 404].includes(answer.status)) return location.reload();
        if (!answer.ok) throw new Error(String(answer.status));
        const news = await answer.json();
        lastNews = performance.now();
        if (screens[news.state] !== screen) return location.reload();
        draw(news);
        showLoss(false);
    } catch {
        if (performance.now() - lastNews > tooOld) showLoss(true);
    }
};

const go = async () => {
    await ask();
    setTimeout(go, pause);
};
document.addEventListener("visibilitychange", ask);
go();
