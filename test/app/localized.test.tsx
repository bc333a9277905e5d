// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Localized } from "#app/localized.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { createPreferenceStore } from "#state/preference-store.ts";

afterEach(cleanup);

/** A catalogue is transformed while it is loaded here, beside other tests. */
const LOADED = { timeout: 15_000 };

function Spoken({ heard }: { readonly heard: string[] }) {
  const text = useText()("app.close");
  heard.push(text);
  return <p>{text}</p>;
}

test("whose language is another one never reads English first", async () => {
  const heard: string[] = [];
  render(
    <Localized preferences={createPreferenceStore({ language: "de" })}>
      <Spoken heard={heard} />
    </Localized>,
  );
  await screen.findByText("Schließen", {}, LOADED);
  expect(new Set(heard)).toEqual(new Set(["Schließen"]));
  expect(document.documentElement.lang).toBe("de");
});

test.each(["en-US", "en-GB"])("an English page by the browser's %s makes no error of its texts", (language) => {
  const languages = vi.spyOn(navigator, "languages", "get").mockReturnValue([language]);
  const made = vi.spyOn(Error, "captureStackTrace");
  render(
    <Localized preferences={createPreferenceStore()}>
      <Spoken heard={[]} />
    </Localized>,
  );
  screen.getByText("Close");
  expect(made.mock.calls.filter(([error]) => "code" in error)).toEqual([]);
  languages.mockRestore();
  made.mockRestore();
});

test("English is there at once, and another language when it is chosen", async () => {
  const preferences = createPreferenceStore();
  render(
    <Localized preferences={preferences}>
      <Spoken heard={[]} />
    </Localized>,
  );
  screen.getByText("Close");
  preferences.change((facts) => void (facts.language = "ja"));
  await screen.findByText("閉じる", {}, LOADED);
});
