import type { Failure } from "#domain/failures/failure.ts";
import { IconExternalLink } from "@tabler/icons-react";
import { useState } from "react";
import type { VersionInformation } from "#actions/session/version-actions.ts";
import type { Result } from "#base/result.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { useProduct } from "#chrome/product.ts";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { Loaded } from "./loaded.tsx";
import { ReleaseNotes } from "./release-notes.tsx";
import css from "./version.module.css";

const texts = ["acknowledgments", "changelog", "eula"] as const;
type LongText = (typeof texts)[number];

/** Links and the long texts, which are loaded when a user wants to read them. */
export function Resources() {
  const { stores, loadVersion } = useProduct();
  const say = useText();
  const support = useFacts(stores.session, (facts) => facts.about?.supportUrl ?? "");
  const signedIn = useFacts(stores.session, (facts) => facts.phase === "signed-in");
  const [shown, setShown] = useState<LongText | null>(null);
  const [answer, setAnswer] = useState<Result<VersionInformation, Failure> | null>(null);
  const load = (): void => {
    setAnswer(null);
    void loadVersion(true).then(setAnswer);
  };
  const open = (text: LongText): void => {
    setShown(text);
    if (!answer?.ok) load();
  };
  const close = (): void => setShown(null);
  return (
    <Card title={say("version.resources")}>
      <ul className={css.links}>
        {texts.map((text) => (
          <li key={text}>
            <Button onPress={() => open(text)}>{say(`version.${text}`)}</Button>
          </li>
        ))}
        {signedIn ? (
          <li>
            <a href="service/openapi.json" target="_blank" rel="noreferrer">
              {say("version.apiDocs")}
              <IconExternalLink size={14} aria-hidden="true" />
            </a>
          </li>
        ) : null}
        {support === "" ? null : (
          <li>
            <a href={support} target="_blank" rel="noreferrer">
              {say("version.support")}
              <IconExternalLink size={14} aria-hidden="true" />
            </a>
          </li>
        )}
      </ul>
      {shown ? (
        <ClosingDialog title={say(`version.${shown}`)} wide readOnly onClose={close} closeLabel={say("app.close")}>
          <Loaded answer={answer} onRetry={load}>
            {(version) => {
              const text = version[shown] || say("version.noText");
              return shown === "changelog" ? <ReleaseNotes markdown={text} /> : <pre className={css.text}>{text}</pre>;
            }}
          </Loaded>
        </ClosingDialog>
      ) : null}
    </Card>
  );
}
