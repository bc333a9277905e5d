import type { Failure } from "#domain/failures/failure.ts";
import { useCallback, useEffect, useState } from "react";
import type { VersionInformation } from "#actions/session/version-actions.ts";
import type { Result } from "#base/result.ts";
import { isAdministrator } from "#domain/accounts/access.ts";
import { visitorOf } from "#state/session-store.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { Button } from "#chrome/kit/button/button.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { useProduct } from "#chrome/product.ts";
import type { TextId } from "#chrome/texts/parts/all.ts";
import { versionAddress } from "#chrome/screens/administration/addresses.ts";
import { BadLink } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { sameFields, useFacts } from "#chrome/use-facts.ts";
import { Loaded } from "./loaded.tsx";
import { Resources } from "./resources.tsx";
import css from "./version.module.css";

const UpdateClient = chunk(() => import("./update-dialog.tsx"));

const rows: readonly (readonly [TextId, keyof VersionInformation])[] = [
  ["version.version", "version"],
  ["version.target", "target"],
  ["version.hash", "hash"],
  ["version.date", "buildDate"],
  ["version.user", "user"],
  ["version.host", "host"],
  ["version.client", "client"],
];

/** Version information, for everyone. */
export default function VersionScreen() {
  const { loadVersion, stores } = useProduct();
  const say = useText();
  const [answer, setAnswer] = useState<Result<VersionInformation, Failure> | null>(null);
  const load = useCallback(() => void loadVersion().then(setAnswer), [loadVersion]);
  useEffect(load, [load]);
  const address = useAddress(versionAddress);
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const administrator = visitor.signedIn && visitor.edition === "standalone" && isAdministrator(visitor);
  const again = (): void => {
    setAnswer(null);
    load();
  };
  return (
    <div className={css.page}>
      <div className={css.box}>
        <div className={css.head}>
          <h1>{say("version.title")}</h1>
          {administrator ? (
            <Button onPress={() => address.open({ dialog: "update" })}>{say("version.update")}</Button>
          ) : null}
        </div>
        {address.unreadable ? <BadLink /> : null}
        <Loaded answer={answer} onRetry={again}>
          {(version) => (
            <dl className={css.list}>
              {rows
                .filter(([, name]) => version[name] !== "")
                .map(([label, name]) => [
                  <dt key={`${name}-label`}>{say(label)}</dt>,
                  <dd key={name}>{version[name]}</dd>,
                ])}
            </dl>
          )}
        </Loaded>
        <Resources />
      </div>
      {administrator && address.value.dialog === "update" ? (
        <LatePart onClose={() => address.close()}>
          <UpdateClient onClose={() => address.close()} />
        </LatePart>
      ) : null}
    </div>
  );
}
