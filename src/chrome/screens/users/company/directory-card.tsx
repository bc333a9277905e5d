import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import type { GrantOption } from "./grants-field.tsx";
import { DirectoryDialog } from "./directory-dialog.tsx";

const DIRECTORY = ["directory-sign-in"] as const;

/** The company's directory as it is set up at this server. */
export function useDirectory() {
  const { directory } = useAdministration();
  return useQuery({ queryKey: DIRECTORY, queryFn: ({ signal }) => valueOf(directory.get(signal)) });
}

/** Whose passwords the directory checks, what its groups grant here, and the dialog that changes it. */
export function DirectoryCard(props: { readonly options: readonly GrantOption[] }) {
  const { directory } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const now = useDirectory();
  // A server of an earlier version has no such thing.
  const reason = now.isError ? reasonOf(now.error) : null;
  if (reason !== null && typeof reason !== "string" && reason.status === 404) return null;
  const settings = now.data?.settings ?? null;
  const changed = (): void => {
    setOpen(null);
    void queries.invalidateQueries();
  };
  const named = (id: string): string => props.options.find((one) => one.id === id)?.label ?? id;
  return (
    <Card
      title={say("directory.title")}
      actions={
        <span className={css.inline}>
          {settings === null ? null : <Button onPress={() => setOpen("remove")}>{say("directory.remove")}</Button>}
          <Button isDisabled={!now.isSuccess} onPress={() => setOpen("change")}>
            {say(settings === null ? "directory.setUp" : "directory.change")}
          </Button>
        </span>
      }
    >
      {now.isPending ? <LoadingState text={say("security.loading")} /> : null}
      {now.isError ? (
        <ErrorState
          title={say("security.failed")}
          reason={reasonOf(now.error)}
          retryLabel={say("app.retry")}
          onRetry={() => void now.refetch()}
        />
      ) : null}
      {now.isSuccess && settings === null ? <p className={css.muted}>{say("directory.none")}</p> : null}
      {settings === null ? null : (
        <dl className={css.facts}>
          <dt>{say("directory.address")}</dt>
          <dd>{settings.address}</dd>
          <dt>{say("directory.base")}</dt>
          <dd>{settings.base}</dd>
          <dt>{say("company.grants")}</dt>
          <dd>
            {settings.grants.length === 0 ? say("company.noGrants") : null}
            {settings.grants.map(({ group, grants }) => (
              <div key={`${group} ${grants}`}>{say("company.grant", { group, granted: named(grants) })}</div>
            ))}
          </dd>
          <dt>{say("company.others")}</dt>
          <dd>{settings.others === "" ? say("company.othersNone") : named(settings.others)}</dd>
        </dl>
      )}
      {open === "change" && now.data ? (
        <DirectoryDialog now={now.data} options={props.options} onSaved={changed} onClose={() => setOpen(null)} />
      ) : null}
      {open === "remove" ? (
        <DeleteDialog
          title={say("directory.removeTitle")}
          confirmLabel={say("directory.remove")}
          onDelete={() => directory.remove()}
          onDeleted={changed}
          onClose={() => setOpen(null)}
        >
          <p>{say("directory.removeText")}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
