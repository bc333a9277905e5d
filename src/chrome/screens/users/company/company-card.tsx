import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#chrome/kit/button/button.tsx";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useProduct } from "#chrome/product.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import css from "#chrome/screens/administration/forms/form.module.css";
import type { GrantOption } from "./grants-field.tsx";
import { CompanyDialog } from "./company-dialog.tsx";
import { ProviderAddresses } from "./provider-addresses.tsx";

const COMPANY = ["company-sign-in"] as const;

/** The company's provider as it is set up at this server. */
export function useCompany() {
  const { company } = useAdministration();
  return useQuery({ queryKey: COMPANY, queryFn: ({ signal }) => valueOf(company.get(signal)) });
}

/** Who signs in at the company's provider, what its groups grant here, and the dialog that changes it. */
export function CompanyCard(props: {
  /** what groups can grant: roles, or permission groups */
  readonly options: readonly GrantOption[];
}) {
  const { session } = useProduct();
  const { company } = useAdministration();
  const here = useServerHere();
  const say = useText();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"change" | "remove" | null>(null);
  const now = useCompany();
  // A server of an earlier version has no such thing.
  const reason = now.isError ? reasonOf(now.error) : null;
  if (reason !== null && typeof reason !== "string" && reason.status === 404) return null;
  const settings = now.data?.settings ?? null;
  const changed = (): void => {
    setOpen(null);
    void queries.invalidateQueries();
    if (here === null) void session.refreshAbout();
  };
  const named = (id: string): string => props.options.find((one) => one.id === id)?.label ?? id;
  return (
    <Card
      title={say("company.title")}
      actions={
        <span className={css.inline}>
          {settings === null ? null : <Button onPress={() => setOpen("remove")}>{say("company.remove")}</Button>}
          <Button isDisabled={!now.isSuccess} onPress={() => setOpen("change")}>
            {say(settings === null ? "company.setUp" : "company.change")}
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
      {now.isSuccess && settings === null ? <p className={css.muted}>{say("company.none")}</p> : null}
      {now.isSuccess && settings !== null ? (
        <dl className={css.facts}>
          <dt>{say("company.issuer")}</dt>
          <dd>{settings.issuer}</dd>
          <dt>{say("company.label")}</dt>
          <dd>{settings.label}</dd>
          <dt>{say("company.grants")}</dt>
          <dd>
            {settings.grants.length === 0 ? say("company.noGrants") : null}
            {settings.grants.map(({ group, grants }) => (
              <div key={`${group} ${grants}`}>{say("company.grant", { group, granted: named(grants) })}</div>
            ))}
          </dd>
          <dt>{say("company.others")}</dt>
          <dd>{settings.others === "" ? say("company.othersNone") : named(settings.others)}</dd>
          <dt>{say("company.accounts")}</dt>
          <dd>{say(settings.makesAccounts ? "company.accounts.made" : "company.accounts.byHand")}</dd>
          <ProviderAddresses publicAddress={settings.publicAddress} paths={now.data.paths} />
        </dl>
      ) : null}
      {open === "change" && now.data ? (
        <CompanyDialog now={now.data} options={props.options} onSaved={changed} onClose={() => setOpen(null)} />
      ) : null}
      {open === "remove" ? (
        <DeleteDialog
          title={say("company.removeTitle")}
          confirmLabel={say("company.remove")}
          onDelete={() => company.remove()}
          onDeleted={changed}
          onClose={() => setOpen(null)}
        >
          <p>{say("company.removeText")}</p>
        </DeleteDialog>
      ) : null}
    </Card>
  );
}
