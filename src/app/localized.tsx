/**
 * The texts in the chosen language. English is the default of each text (useText); another language comes in its own
 * chunk.
 */
import { type ReactNode, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { IntlProvider } from "react-intl";
import { useFacts } from "#chrome/use-facts.ts";
import { TimeFormContext } from "#chrome/use-shown-time.ts";
import { type Language, regional } from "#domain/texts/languages.ts";
import type { PreferenceStore } from "#state/preference-store.ts";
import { catalogues, type Messages } from "./catalogues.ts";

interface Shown {
  readonly language: Language;
  readonly messages: Messages;
}
const ENGLISH: Shown = { language: "en", messages: {} };

/** A text without a translation appears in English; other mistakes in the catalogues are our bugs and are reported. */
function report(error: Error & { readonly code: string }): void {
  if (error.code !== "MISSING_TRANSLATION") reportError(error);
}

export function Localized({
  preferences,
  children,
}: {
  readonly preferences: PreferenceStore;
  readonly children: ReactNode;
}) {
  const language = useFacts(preferences, (facts) => facts.language);
  const timeForm = useFacts(preferences, (facts) => facts.timeForm);
  const [shown, setShown] = useState<Shown | null>(language === "en" ? ENGLISH : null);
  useEffect(() => {
    let gone = false;
    const show = (messages: Messages): void => {
      if (gone) return;
      document.documentElement.lang = language;
      setShown({ language, messages });
    };
    if (language === "en") show({});
    // A catalogue that cannot be loaded leaves the texts unchanged.
    else void catalogues[language]().then(show, () => gone || setShown((before) => before ?? ENGLISH));
    return () => {
      gone = true;
    };
  }, [language]);
  // Nobody reads English for a moment in whose language the page is about to speak.
  if (!shown) return null;
  const locale = regional(shown.language, navigator.languages);
  // Texts without a translation are English. In an English page all are: they are no fault, and an error for each would be made.
  const defaultLocale = shown.language === "en" ? locale : "en";
  return (
    <IntlProvider locale={locale} defaultLocale={defaultLocale} messages={shown.messages} onError={report}>
      <I18nProvider locale={locale}>
        <TimeFormContext value={timeForm}>{children}</TimeFormContext>
      </I18nProvider>
    </IntlProvider>
  );
}
