/** The texts in the language that is chosen. English is the default of each (useText); another language comes in its own chunk. */
import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "react-intl";
import { useFacts } from "#chrome/use-facts.ts";
import type { Language, PreferenceStore } from "#state/preference-store.ts";

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
  return (
    <IntlProvider locale={shown.language} messages={shown.messages} onError={report}>
      {children}
    </IntlProvider>
  );
}
