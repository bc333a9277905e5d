import { type UseQueryResult, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Result } from "#base/result.ts";
import type { GrantRules } from "#domain/accounts/company-sign-in.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf } from "#chrome/value-of.ts";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import type { GrantOption } from "./grants-field.tsx";
import { SettingsState } from "../settings-state.tsx";

/** A way by which the company's people sign in at this server, what their groups grant here, and the dialog that changes it. */
export function SetupCard<Now extends { readonly settings: GrantRules | null }>(props: {
  readonly of: "company" | "directory";
  readonly now: UseQueryResult<Now>;
  /** what groups can grant: roles, or permission groups */
  readonly options: readonly GrantOption[];
  /** where people are asked for */
  readonly renderWhere: (settings: NonNullable<Now["settings"]>) => ReactNode;
  readonly renderMore?: (settings: NonNullable<Now["settings"]>, now: Now) => ReactNode;
  readonly renderDialog: (now: Now, done: { readonly onSaved: () => void; readonly onClose: () => void }) => ReactNode;
  readonly remove: () => Promise<Result<null, Failure>>;
  readonly onChanged?: () => void;
}) {
  const { of, now, options } = props;
  const say = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  // A server of an earlier version has no such thing.
  const reason = now.isError ? reasonOf(now.error) : null;
  if (reason !== null && typeof reason !== "string" && reason.status === 404) return null;
  const settings: NonNullable<Now["settings"]> | null = now.data?.settings ?? null;
  const onClose = (): void => setOpen(null);
  const changed = (): void => {
    onClose();
    void queries.invalidateQueries();
    props.onChanged?.();
  };
  const named = (id: string): string => options.find((one) => one.id === id)?.label ?? id;
  return (
    <Card
      title={say(`${of}.title`)}
      actions={
        <span className={css.inline}>
          {settings === null ? null : <Button onPress={() => setOpen("remove")}>{say(`${of}.remove`)}</Button>}
          <Button isDisabled={!now.isSuccess} onPress={() => setOpen("change")}>
            {say(settings === null ? `${of}.setUp` : `${of}.change`)}
          </Button>
        </span>
      }
    >
      <SettingsState of={now} />
      {now.isSuccess && settings === null ? <p className={css.muted}>{say(`${of}.none`)}</p> : null}
      {now.isSuccess && settings !== null ? (
        <dl className={css.facts}>
          {props.renderWhere(settings)}
          <dt>{say("company.grants")}</dt>
          <dd>
            {settings.grants.length === 0 ? say("company.noGrants") : null}
            {settings.grants.map(({ group, grants }) => (
              <div key={`${group} ${grants}`}>{say("company.grant", { group, granted: named(grants) })}</div>
            ))}
          </dd>
          <dt>{say("company.others")}</dt>
          <dd>{settings.others === "" ? say("company.othersNone") : named(settings.others)}</dd>
          {props.renderMore?.(settings, now.data)}
        </dl>
      ) : null}
      {open === "change" && now.data ? props.renderDialog(now.data, { onSaved: changed, onClose }) : null}
      {open === "remove" ? (
        <DeleteDialog
          title={say(`${of}.removeTitle`)}
          confirmLabel={say(`${of}.remove`)}
          onDelete={props.remove}
          onDeleted={changed}
          onClose={onClose}
        >
          <p>{say(`${of}.removeText`)}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
