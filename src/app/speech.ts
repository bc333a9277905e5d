/** The catalogue where no React is: what the stage and the actions say, in the language of the page. */
import { failureText, fillPlain } from "#domain/failures/failure-text.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { createIntl, type IntlShape } from "react-intl";
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { enStage } from "#chrome/texts/en-stage.ts";
import { translateSaid } from "#chrome/texts/said.tsx";
import type { Say } from "#chrome/texts/use-text.ts";
import { type Language, regional } from "#domain/texts/languages.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { catalogues, type Messages } from "./catalogues.ts";

export interface Speech {
  /** a text of the catalogue, with its values */
  readonly say: Say;
  /** a sentence of the error catalogue in the language of the page; others stay as they are */
  readonly said: (text: string) => string;
  /** what is wrong, in the language of the page */
  readonly failed: (failure: Failure) => string;
  /** calls back when another language is spoken from now on */
  readonly onChange: (listener: () => void) => Disposer;
}

/**
 * `browser`: the languages that the browser is set to. Speaks English until the catalogue of the chosen language is there, and
 * stays so when it cannot be loaded.
 */
export function createSpeech(
  preferences: PreferenceStore,
  browser: readonly string[],
  load: typeof catalogues = catalogues,
): Speech {
  const news = new Emitter<{ change: null }>();
  const known = new Map<string, string>();
  const speaker = (language: Language, messages: Messages): IntlShape =>
    createIntl({ locale: regional(language, browser), messages });
  let intl = speaker("en", enStage);
  const speak = (language: Language, messages: Messages): void => {
    if (preferences.get().language !== language) return;
    intl = speaker(language, { ...enStage, ...messages });
    known.clear();
    news.emit("change", null);
  };
  const follow = (): void => {
    const { language } = preferences.get();
    if (language === "en") speak(language, enStage);
    else
      void load[language]().then(
        (messages) => speak(language, messages),
        () => undefined,
      );
  };
  preferences.subscribe((facts, before) => {
    if (facts.language !== before.language) follow();
  });
  if (preferences.get().language !== "en") follow();

  const say: Say = (id, values) => intl.formatMessage({ id }, values ? { ...values } : undefined);
  return {
    say,
    said(text) {
      // The same few sentences are asked for at every view of the wall.
      let found = known.get(text);
      if (found === undefined) known.set(text, (found = translateSaid(text, say)));
      return found;
    },
    failed: (failure) =>
      failureText(failure, { text: (code) => textOf(intl.messages[`failure.${code}`]), fill: fillPlain }),
    onChange: (listener) => news.on("change", listener),
  };
}

/** The messages here are sources, none is compiled. */
const textOf = (message: unknown): string | undefined => (typeof message === "string" ? message : undefined);
