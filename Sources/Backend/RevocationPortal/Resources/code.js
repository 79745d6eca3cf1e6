// SPDX-License-Identifier: EUPL-1.2
// Shows the deletion code in the groups in which it was written down. Nothing depends on it: the portal reads a code with and without dashes.

const field = document.getElementById("code");

/** Groups of four, for what can be a code; anything else stays as it was typed. */
const grouped = (text) => {
    if (!/^[0-9a-z\s-]*$/i.test(text)) return text;
    return (text.replace(/[\s-]/g, "").toUpperCase().match(/.{1,4}/g) ?? []).join("-");
};

const show = () => {
    const text = grouped(field.value);
    if (text !== field.value) field.value = text;
};

// While typing only at the end: elsewhere the place of the cursor would be lost.
field?.addEventListener("input", (event) => {
    if (!event.isComposing && field.selectionStart === field.value.length) show();
});
field?.addEventListener("change", show);
