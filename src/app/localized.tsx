/** The texts in the language that is chosen. English is the default of each (useText); another language comes in its own chunk. */
import { type ReactNode, useEffect, useState } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { IntlProvider } from "react-intl";
import { useFacts } from "#chrome/use-facts.ts";
import type { Language, PreferenceStore } from "#state/preference-store.ts";

/** The language with the region that the browser is set to, which says how dates and hours (12 or 24) are written. */
export const regional = (language: Language, browser: readonly string[]): string =>
  browser.find((each) => each === language || each.startsWith(`${language}-`)) ?? language;

type Messages = Record<string, string>;
const catalogues: Readonly<Record<Exclude<Language, "en">, () => Promise<Messages>>> = {
  de: async () => (await import("#chrome/texts/de.ts")).de,
  ja: async () => (await import("#chrome/texts/ja.ts")).ja,
};

/** What is not translated is English; other mistakes of the catalogues are ours to see. */
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
  const [shown, setShown] = useState<{ language: Language; messages: Messages }>({ language: "en", messages: {} });
  useEffect(() => {
    let gone = false;
    const show = (messages: Messages): void => {
      if (gone) return;
      document.documentElement.lang = language;
      setShown({ language, messages });
    };
    if (language === "en") show({});
    // A catalogue that cannot be loaded leaves the texts as they are.
    else void catalogues[language]().then(show, () => undefined);
    return () => {
      gone = true;
    };
  }, [language]);
  const locale = regional(shown.language, navigator.languages);
  return (
    <IntlProvider locale={locale} messages={shown.messages} onError={report}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </IntlProvider>
  );
}
