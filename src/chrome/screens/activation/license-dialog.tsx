import { FailureWords } from "#chrome/texts/failure-words.tsx";
import type { Failure } from "#domain/failures/failure.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Result } from "#base/result.ts";
import { codeKind, locationFault, mayActivate, portalLink } from "#domain/servers/license.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useForm } from "#chrome/kit/field/use-form.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { FormDialog } from "../administration/forms/form-dialog.tsx";
import css from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";

const PLACES = { "license/invalid": "key", "license/code": "code" } as const;

/** Activates with a code when the activation service answers the ping, otherwise (or by choice) with a key. */
export function LicenseDialog(props: {
  readonly activated: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { activated, onClose, onDone } = props;
  const { license } = useAdministration();
  const say = useText();
  const way = useQuery({
    queryKey: ["activation-way"],
    queryFn: ({ signal }) => valueOf(license.way(signal)),
    gcTime: 0,
  });
  const [offline, setOffline] = useState(false);
  const form = useForm(
    { code: "", location: "", key: "" },
    (typed) => {
      const kind = codeKind(typed.code, activated);
      return {
        code: typed.code.trim() === "" || kind.ok ? null : kind.error,
        location: locationFault(typed.location),
      };
    },
    PLACES,
  );
  const { code, location, key } = form.values;

  const reachable = way.data?.reachable === true;
  const byKey = !way.isPending && (offline || !reachable);
  const valid = byKey ? mayActivate("", key, false) : !way.isPending && mayActivate(code, "", false) && form.isValid;
  const submit = (): Promise<Result<unknown, Failure>> =>
    byKey ? license.install(key.trim()) : license.activate(code.trim(), location.trim());

  return (
    <FormDialog
      title={say(activated ? "activation.modify" : "activation.add")}
      submitLabel={say("activation.activate")}
      valid={valid}
      onSubmit={submit}
      onDone={onDone}
      onRefused={form.refused}
      onClose={onClose}
    >
      {way.isPending ? <LoadingState text={say("activation.checking")} /> : null}
      {byKey ? (
        <>
          {reachable ? null : (
            <Notice tone="info">
              <FailureWords of={way.error ? reasonOf(way.error) : say("activation.serviceGone")} />
            </Notice>
          )}
          <p>{say("activation.offlineText")}</p>
          <dl className={css.facts}>
            <dt>{say("activation.machineId")}</dt>
            <dd>
              <code>{way.data?.machineId ?? ""}</code>
            </dd>
          </dl>
          {way.data && way.data.portal !== "" ? (
            <a
              href={portalLink(way.data.portal, way.data.machineId, way.data.brand)}
              target="_blank"
              rel="noreferrer noopener"
            >
              {say("activation.portal")}
            </a>
          ) : null}
          <TextField {...form.field("key")} label={say("activation.key")} multiline autoComplete="off" />
          {reachable ? (
            <Button tone="quiet" size="small" onPress={() => setOffline(false)}>
              {say("activation.online")}
            </Button>
          ) : null}
        </>
      ) : null}
      {!way.isPending && !byKey ? (
        <>
          <TextField
            {...form.field("code")}
            label={say("activation.code")}
            autoComplete="off"
            hint={say(activated ? "activation.renewalHint" : "activation.codeHint")}
          />
          <TextField
            {...form.field("location")}
            label={say("activation.locationLabel")}
            autoComplete="off"
            maxLength={500}
            hint={say("activation.locationHint")}
            error={form.faults.location ?? undefined}
          />
          <Button tone="quiet" size="small" onPress={() => setOffline(true)}>
            {say("activation.offline")}
          </Button>
        </>
      ) : null}
      <p className={css.small}>{say("activation.restart")}</p>
    </FormDialog>
  );
}
