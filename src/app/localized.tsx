/** The texts in the language that is chosen. English is always there; another comes in its own chunk and is laid over it. */
import { type ReactNode, useEffect, useState } from "react";
import { IntlProvider } from "react-intl";
import { en } from "#chrome/texts/en.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Language, PreferenceStore } from "#state/preference-store.ts";

type Messages = Record<string, string>;
const catalogues: Readonly<Record<Exclude<Language, "en">, () => Promise<Messages>>> = {
  de: async () => ({ ...en, ...(await import("#chrome/texts/de.ts")).de }),
  ja: async () => ({ ...en, ...(await import("#chrome/texts/ja.ts")).ja }),
};

export function Localized({
  preferences,
  children,
}: {
  readonly preferences: PreferenceStore;
  readonly children: ReactNode;
}) {
  const language = useFacts(preferences, (facts) => facts.language);
  const [shown, setShown] = useState<{ language: Language; messages: Messages }>({ language: "en", messages: en });
  useEffect(() => {
    let gone = false;
    const show = (messages: Messages): void => {
      if (gone) return;
      document.documentElement.lang = language;
      setShown({ language, messages });
    };
    if (language === "en") show(en);
    // A catalogue that cannot be loaded leaves the texts as they are.
    else void catalogues[language]().then(show, () => undefined);
    return () => {
      gone = true;
    };
  }, [language]);
  return (
    <IntlProvider locale={shown.language} messages={shown.messages}>
      {children}
    </IntlProvider>
  );
}
