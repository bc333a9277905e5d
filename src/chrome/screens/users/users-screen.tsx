/** User accounts of the server (document 2, section 2). */
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UserEntry } from "#actions/administration/user-actions.ts";
import { byUsername, mayDeleteUser, rolesInOrder, type UsersMode } from "#domain/accounts/users.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { useProduct } from "#chrome/product.ts";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { usersAddress } from "#chrome/screens/administration/addresses.ts";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useServerHere } from "#chrome/screens/administration/server-here.ts";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { useKept } from "#chrome/screens/administration/use-kept.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { valueOf } from "#chrome/value-of.ts";
import { Accounts } from "./accounts.tsx";
import { CompanyCard } from "./company/company-card.tsx";
import { DirectoryCard } from "./company/directory-card.tsx";
import { DeleteUserDialog } from "./delete-user-dialog.tsx";
import { WatermarkCard } from "./watermark-card.tsx";
import { SignInSecurityCard } from "./sign-in-security-card.tsx";
import { UserDialog } from "./user-dialog.tsx";
import { UsersTable } from "./users-table.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

const USERS = ["users"] as const;

export default function UsersScreen() {
  return (
    <AdministrationRoom>
      <UsersHere />
    </AdministrationRoom>
  );
}

/** The aggregator has accounts of its own; every recorder has its own users. */
function UsersHere() {
  const { stores } = useProduct();
  const isAggregator = useFacts(stores.session, (facts) => facts.about?.edition === "aggregator");
  const here = useServerHere();
  return isAggregator && here === null ? <Accounts /> : <Users />;
}

function Users() {
  const { stores } = useProduct();
  const { users } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const here = useServerHere();
  const signedInId = useFacts(stores.session, (facts) => facts.user?.userId ?? "");
  // Nobody is signed in at a server of the aggregator itself: when an id there equals the signed-in user's id, it
  // belongs to another person.
  const ownId = here === null ? signedInId : "";
  const mode: UsersMode = "server";
  const list = useQuery({ queryKey: USERS, queryFn: ({ signal }) => valueOf(users.list(signal)) });
  useFollowed("users", USERS);
  const address = useAddress(usersAddress);
  const [deleting, setDeleting] = useState<UserEntry | null>(null);
  const rows = list.data?.toSorted(byUsername) ?? [];
  const { user: editedId, dialog } = address.value;
  const found = rows.find((user) => user.id === editedId) ?? null;
  const edited = useKept(found, editedId);
  // The list also stays when a later request fails, so that nobody loses what they have typed.
  const adding = dialog === "add" && list.data !== undefined;
  const close = (): void => {
    if (deleting) setDeleting(null);
    else address.close();
  };
  const changed = (): void => {
    close();
    void queries.invalidateQueries({ queryKey: USERS });
  };

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
      {address.unreadable ? <BadLink /> : null}
      {list.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("users.noSuch", { id: editedId })}</Notice>
      ) : null}
      {list.isSuccess ? (
        <UsersTable
          users={rows}
          ownId={ownId}
          textOf={(user) => `${user.username} ${say(`role.${user.role}`)}`}
          columns={[{ id: "role", label: say("users.role"), render: (user) => say(`role.${user.role}`) }]}
          mayDelete={(user) => mayDeleteUser(user, mode, ownId).allowed}
          onEdit={({ id }) => address.open({ user: id })}
          onDelete={setDeleting}
          resetFactor={users.resetFactor}
          onReset={changed}
        />
      ) : (
        <Card flush>
          <QueryState of={list} loading={say("users.loading")} failed={say("failure.user/fetch-failed")} />
        </Card>
      )}
      <Card title={say("users.roles")}>
        <dl className={form.facts}>
          {rolesInOrder.map((role) => [
            <dt key={`${role}-name`}>{say(`role.${role}`)}</dt>,
            <dd key={role}>{say(`role.${role}.may`)}</dd>,
          ])}
        </dl>
      </Card>
      <SignInSecurityCard />
      <WatermarkCard />
      <CompanyCard options={rolesInOrder.map((role) => ({ id: role, label: say(`role.${role}`) }))} />
      <DirectoryCard options={rolesInOrder.map((role) => ({ id: role, label: say(`role.${role}`) }))} />
      {adding || edited ? (
        <UserDialog
          key={edited?.id ?? ""}
          user={edited}
          mode={mode}
          others={rows.filter((user) => user.id !== edited?.id).map((user) => user.username)}
          ownId={ownId}
          bulk={here !== null}
          onClose={close}
          onSaved={changed}
        />
      ) : null}
      {deleting ? (
        <DeleteUserDialog user={deleting} ownId={ownId} bulk={here !== null} onClose={close} onDeleted={changed} />
      ) : null}
    </Page>
  );
}
