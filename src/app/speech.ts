/** The catalogue outside React: the texts of the stage and the actions, in the language of the page. */
import { failureText, fillShown } from "#domain/failures/failure-text.ts";
import { isolatedValues } from "#domain/isolated.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { createIntl, type IntlShape } from "react-intl";
import type { Disposer } from "#base/disposer.ts";
import { Emitter } from "#base/emitter.ts";
import { enStage } from "#chrome/texts/parts/stage.ts";
import type { Say } from "#chrome/texts/use-text.ts";
import { type Language, regional } from "#domain/texts/languages.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { catalogues, type Messages } from "./catalogues.ts";

export interface Speech {
  /** a text of the catalogue, with its values */
  readonly say: Say;
  /** what is wrong, in the language of the page */
  readonly failed: (failure: Failure) => string;
  /** BCP 47, with the region of the browser: "en-GB" */
  readonly locale: () => string;
  /** calls back when the language changes */
  readonly onChange: (listener: () => void) => Disposer;
}

/**
 * `browser`: the languages that the browser is set to. The texts are English until the catalogue of the chosen language
 * is loaded, and stay English when it cannot be loaded.
 */
export function createSpeech(
  preferences: PreferenceStore,
  browser: readonly string[],
  load: typeof catalogues = catalogues,
): Speech {
  const news = new Emitter<{ change: null }>();
  const speaker = (language: Language, messages: Messages): IntlShape =>
    createIntl({ locale: regional(language, browser), messages });
  let intl = speaker("en", enStage);
  const speak = (language: Language, messages: Messages): void => {
    if (preferences.get().language !== language) return;
    intl = speaker(language, { ...enStage, ...messages });
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

  const say: Say = (id, values) => intl.formatMessage({ id }, values && isolatedValues(values));
  return {
    say,
    locale: () => intl.locale,
    failed: (failure) =>
      failureText(failure, { text: (code) => textOf(intl.messages[`failure.${code}`]), fill: fillShown }),
    onChange: (listener) => news.on("change", listener),
  };
}

/** The messages here are sources; none is compiled. */
const textOf = (message: unknown): string | undefined => (typeof message === "string" ? message : undefined);
