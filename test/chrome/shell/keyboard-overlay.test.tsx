// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { IntlProvider } from "react-intl";
import { afterEach, expect, test } from "vitest";
import KeyboardOverlay from "#chrome/shell/keyboard-overlay.tsx";
import { de } from "#chrome/texts/de/all.ts";
import { en } from "#chrome/texts/parts/all.ts";
import "#test/chrome/support/setup-jsdom.ts";

afterEach(cleanup);

/** The keys that the overview shows. */
async function caps(locale: string, messages: Readonly<Record<string, string>>): Promise<string[]> {
  render(
    <IntlProvider locale={locale} messages={{ ...messages }}>
      <KeyboardOverlay onClose={() => undefined} />
    </IntlProvider>,
  );
  const dialog = await screen.findByRole("dialog");
  return [...dialog.querySelectorAll("kbd")].map(({ textContent }) => textContent ?? "");
}

test("keys bear the words of the English keyboard", async () => {
  const shown = await caps("en", en);
  expect(shown).toEqual(
    expect.arrayContaining(["Ctrl + K", "⌘ + K", "/", "Shift + F10", "Delete", "PageUp", "+", "-", "0"]),
  );
});

test("on a German page they bear those of the German one", async () => {
  const shown = await caps("de", de);
  expect(shown).toEqual(
    expect.arrayContaining([
      "Strg + K",
      "Umschalt + F10",
      "Umschalt + ←→↑↓",
      "Entf",
      "Leertaste",
      "Bild↑",
      "+",
      "Ende",
    ]),
  );
  expect(shown.join(" ")).not.toMatch(/Ctrl|Shift|Delete|Space|Page|End\b/);
});
