/** The aggregator's own users: permission groups determine what they may see (document 2, section 2). */
import { reasonOf } from "#chrome/value-of.ts";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { AccountEntry } from "#actions/administration/account-actions.ts";
import { byUsername, mayDeleteUser } from "#domain/accounts/users.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { useProduct } from "#chrome/product.ts";
import { usersAddress } from "#chrome/screens/administration/addresses.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import form from "../administration/forms/form.module.css";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useKept } from "#chrome/screens/administration/use-kept.ts";
import { useAccounts, usePermissionGroups } from "#chrome/screens/permission-groups/use-permissions.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { AccountDialog } from "./account-dialog.tsx";
import { CompanyCard } from "./company/company-card.tsx";
import { DirectoryCard } from "./company/directory-card.tsx";
import { SignInSecurityCard } from "./sign-in-security-card.tsx";
import { UsersTable } from "./users-table.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

export function Accounts() {
  const { stores } = useProduct();
  const verbs = useAdministration().accounts;
  const say = useText();
  useDocumentTitle(say("users.title"));
  const queries = useQueryClient();
  const ownId = useFacts(stores.session, (facts) => facts.user?.userId ?? "");
  const list = useAccounts();
  const groups = usePermissionGroups();
  const address = useAddress(usersAddress);
  const [deleting, setDeleting] = useState<AccountEntry | null>(null);
  const rows = list.data?.toSorted(byUsername) ?? [];
  const { user: editedId, dialog } = address.value;
  const found = rows.find(({ id }) => id === editedId) ?? null;
  const edited = useKept(found, editedId);
  const adding = dialog === "add" && list.data !== undefined;
  const changed = (): void => void queries.invalidateQueries();
  const namesOf = (account: AccountEntry): string =>
    groups.data === undefined
      ? "…"
      : groups.data
          .filter(({ id }) => account.groups.includes(id))
          .map(({ name }) => name)
          .join(", ");

  return (
    <Page
      title={say("users.title")}
      actions={
        <Button tone="primary" isDisabled={!list.isSuccess} onPress={() => address.open({ dialog: "add" })}>
          <IconPlus size={16} aria-hidden="true" />
          {say("users.add")}
        </Button>
      }
    >
      <Notice tone="info">
        {say("users.moved")} <Link to="/servers">{say("nav.servers")}</Link>
      </Notice>
      {address.unreadable ? <BadLink /> : null}
      {list.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("users.noSuch", { id: editedId })}</Notice>
      ) : null}
      {groups.isError ? (
        <Notice tone="bad">
          <strong>{say("permissions.failed")}</strong>
          <div>
            <FailureWords of={reasonOf(groups.error)} />
          </div>
        </Notice>
      ) : null}
      {list.isSuccess ? (
        <UsersTable
          users={rows}
          ownId={ownId}
          textOf={(account) => `${account.username} ${account.email} ${namesOf(account)}`}
          columns={[
            { id: "email", label: say("accounts.email"), render: ({ email }) => email },
            {
              id: "groups",
              label: say("accounts.groups"),
              render: (account) =>
                namesOf(account) ||
                (account.admin ? null : <span className={form.muted}>{say("accounts.noGroup")}</span>),
            },
          ]}
          mayDelete={(account) => mayDeleteUser(account, "multi-server", ownId).allowed}
          onEdit={({ id }) => address.open({ user: id })}
          onDelete={setDeleting}
          resetFactor={verbs.resetFactor}
          onReset={changed}
        />
      ) : (
        <Card flush>
          <QueryState of={list} loading={say("users.loading")} failed={say("failure.user/fetch-failed")} />
        </Card>
      )}
      <Card title={say("accounts.about")}>
        <p>{say("accounts.aboutText")}</p>
        <p className={form.small}>
          <Link to="/permission-groups">{say("accounts.groups")}</Link>
        </p>
      </Card>
      <SignInSecurityCard />
      <CompanyCard options={(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))} />
      <DirectoryCard options={(groups.data ?? []).map(({ id, name }) => ({ id, label: name }))} />
      {adding || edited ? (
        <AccountDialog
          key={edited?.id ?? ""}
          account={edited}
          groups={groups.data ?? []}
          others={rows.filter(({ id }) => id !== edited?.id).map(({ username }) => username)}
          ownId={ownId}
          onClose={() => address.close()}
          onSaved={changed}
        />
      ) : null}
      {deleting ? (
        <DeleteDialog
          title={say("users.deleteTitle")}
          confirmLabel={say("users.deleteConfirm")}
          failureTitle={say("failure.user/delete-failed", { name: deleting.username })}
          onDelete={() => verbs.remove(deleting.id)}
          onDeleted={() => {
            setDeleting(null);
            changed();
          }}
          onClose={() => setDeleting(null)}
        >
          <p>{say("users.deleteText", { name: deleting.username })}</p>
        </DeleteDialog>
      ) : null}
    </Page>
  );
}
