import { expect, test, vi } from "vitest";
import { stageWords } from "#app/bindings/stage/stage-words.ts";
import { createSpeech } from "#app/speech.ts";
import { de } from "#chrome/texts/de/all.ts";
import { ja } from "#chrome/texts/ja/all.ts";
import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { createPreferenceStore } from "#state/preference-store.ts";

const speak = (language: "en" | "de" | "ja", load = { de: async () => de, ja: async () => ja }) => {
  const preferences = createPreferenceStore({ language });
  const speech = createSpeech(preferences, ["de-AT"], load);
  const told = vi.fn<() => void>();
  speech.onChange(told);
  return { preferences, speech, told };
};

test("English at once; German and Japanese when their catalogue is there", async () => {
  const { preferences, speech, told } = speak("de");
  expect(speech.say("player.connecting")).toBe("connecting");
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(1));
  expect(speech.say("player.connecting")).toBe(de["player.connecting"]);
  preferences.change((facts) => {
    facts.language = "ja";
  });
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
  expect(speech.say("stage.limitTitle")).toBe(ja["stage.limitTitle"]);
  preferences.change((facts) => {
    facts.language = "en";
  });
  expect(speech.say("stage.limitTitle")).toBe("Camera limit reached");
});

test("a language that was left before its catalogue came is not spoken", async () => {
  let come: (messages: typeof de) => void = () => undefined;
  const late = new Promise<typeof de>((resolve) => (come = resolve));
  const { preferences, speech } = speak("de", { de: () => late, ja: async () => ja });
  preferences.change((facts) => {
    facts.language = "en";
  });
  come(de);
  await late;
  expect(speech.say("player.no_video")).toBe("no video");
});

test("the messages of a player are in the language of the page; a camera's own words stay", async () => {
  const { speech, told } = speak("de");
  await vi.waitFor(() => expect(told).toHaveBeenCalled());
  const { failed } = stageWords(speech);
  expect(failed(failure("camera/unavailable"))).toBe(de["failure.camera/unavailable"]);
  expect(failed(failure("webrtc/no-path"))).toBe(de["failure.webrtc/no-path"]);
  expect(failed(failure("player/timeout"))).toBe(de["failure.player/timeout"]);
  expect(failed(foreignFailure("camera/auth", "401 Unauthorized"))).toBe("401 Unauthorized");
});

test("a pseudo-locale reaches every word of the canvas", () => {
  const words = stageWords({ say: (id) => `[${id}]`, failed: ({ code }) => `[${code}]` });
  const shown = [...Object.values(words.states), words.ptz, words.failed(failure("camera/silent"))].filter(Boolean);
  expect(shown).toHaveLength(6);
  for (const word of shown) expect(word).toMatch(/^\[.+\]$/);
});
