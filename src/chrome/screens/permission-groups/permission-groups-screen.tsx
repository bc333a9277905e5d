/** Who has which rights on which cameras: the permission groups of the aggregator (document 2, section 2). */
import { reasonOf } from "#chrome/value-of.ts";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PermissionGroupEntry } from "#domain/accounts/permission-editing.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { permissionGroupsAddress } from "#chrome/screens/administration/addresses.ts";
import { AdministrationRoom } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { ListSearch, NothingFound, useListSearch } from "#chrome/screens/administration/list-search.tsx";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useDomain } from "#chrome/screens/administration/use-domain.ts";
import { useKept } from "#chrome/screens/administration/use-kept.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { DeleteGroupDialog } from "./delete-group-dialog.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { useGroupWords } from "./group-words.ts";
import css from "./permission-groups.module.css";
import { useAccounts, usePermissionGroups } from "./use-permissions.ts";

export default function PermissionGroupsScreen() {
  return (
    <AdministrationRoom>
      <PermissionGroups />
    </AdministrationRoom>
  );
}

function PermissionGroups() {
  const say = useText();
  const title = say("nav.permission-groups");
  useDocumentTitle(title);
  const queries = useQueryClient();
  const groups = usePermissionGroups();
  const accounts = useAccounts();
  const domain = useDomain();
  const address = useAddress(permissionGroupsAddress);
  const [deleting, setDeleting] = useState<PermissionGroupEntry | null>(null);
  const { group: editedId, dialog } = address.value;
  const found = groups.data?.find(({ id }) => id === editedId) ?? null;
  const edited = useKept(found, editedId);
  const close = (): void => (deleting ? setDeleting(null) : address.close());
  const changed = (): void => {
    close();
    void queries.invalidateQueries();
  };
  const failed = [groups, accounts, domain].find((query) => query.isError && query.data === undefined);
  const ready = groups.data !== undefined && accounts.data !== undefined && domain.data !== undefined;
  const open = ready && (edited !== null || dialog === "add");

  return (
    <Page
      title={title}
      actions={
        <Button tone="primary" isDisabled={!ready} onPress={() => address.open({ dialog: "add" })}>
          <IconPlus size={16} aria-hidden="true" />
          {say("permissions.add")}
        </Button>
      }
    >
      {address.unreadable ? <BadLink /> : null}
      {groups.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("permissions.noSuch", { id: editedId })}</Notice>
      ) : null}
      {failed ? (
        <Card flush>
          <ErrorState
            title={say(failed === domain ? "permissions.domainFailed" : "permissions.failed")}
            reason={failed.error ? reasonOf(failed.error) : ""}
            retryLabel={say("app.retry")}
            onRetry={() => void queries.invalidateQueries()}
          />
        </Card>
      ) : null}
      {failed || ready ? null : (
        <Card flush>
          <LoadingState text={say("permissions.loading")} />
        </Card>
      )}
      {ready && !failed ? (
        <GroupTable
          groups={groups.data}
          names={new Map([...accounts.data.map(({ id, username }) => [id, username] as const)])}
          onEdit={(id) => address.open({ group: id })}
          onDelete={setDeleting}
        />
      ) : null}
      {open ? (
        <GroupDialog
          key={edited?.id ?? ""}
          group={edited}
          groups={groups.data}
          accounts={accounts.data}
          domain={domain.data}
          onClose={close}
          onSaved={() => void queries.invalidateQueries()}
        />
      ) : null}
      {deleting ? <DeleteGroupDialog group={deleting} onClose={close} onDeleted={changed} /> : null}
    </Page>
  );
}

/** The groups that match the filter, by name. */
function GroupTable(props: {
  readonly groups: readonly PermissionGroupEntry[];
  /** the names of users, by id */
  readonly names: ReadonlyMap<string, string>;
  readonly onEdit: (id: string) => void;
  readonly onDelete: (group: PermissionGroupEntry) => void;
}) {
  const { groups, names } = props;
  const say = useText();
  const words = useGroupWords();
  const groupNames = useMemo(() => new Map(groups.map(({ id, name }) => [id, name])), [groups]);
  const membersOf = ({ members, memberGroups }: PermissionGroupEntry): string =>
    [...memberGroups.map((id) => groupNames.get(id)), ...members.map((id) => names.get(id))]
      .filter((name) => name !== undefined)
      .join(", ");
  const sorted = groups.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const {
    found: rows,
    typed,
    setTyped,
  } = useListSearch(sorted, (group) => `${group.name} ${group.description} ${membersOf(group)}`);
  if (groups.length === 0)
    return (
      <Card flush>
        <EmptyState title={say("permissions.empty")} text={say("permissions.emptyText")} />
      </Card>
    );
  return (
    <>
      <ListSearch
        label={say("permissions.filter")}
        typed={typed}
        setTyped={setTyped}
        found={rows.length}
        count={groups.length}
      />
      <Card flush>
        {rows.length === 0 ? <NothingFound title={say("permissions.noMatch")} onClear={() => setTyped("")} /> : null}
        {rows.length === 0 ? null : (
          <DataTable
            label={say("permissions.table")}
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                id: "name",
                label: say("permissions.name"),
                render: (group) => (
                  <>
                    <span className={css.name}>
                      {group.name}
                      {group.admin ? (
                        <span className={`${form.badge} ${form.gold}`}>{say("permissions.administrators")}</span>
                      ) : null}
                    </span>
                    {group.description === "" ? null : <span className={css.description}>{group.description}</span>}
                  </>
                ),
              },
              {
                id: "members",
                label: say("permissions.members"),
                render: (group) =>
                  membersOf(group) || <span className={form.muted}>{say("permissions.noMembers")}</span>,
              },
              {
                id: "gives",
                label: say("permissions.gives"),
                render: (group) => {
                  const { given, taken } = words(group);
                  if (given.length + taken.length === 0)
                    return <span className={form.muted}>{say("permissions.givesNothing")}</span>;
                  return (
                    <ul className={css.lines}>
                      {given.map((line, at) => (
                        <li key={`given ${at}`}>{line}</li>
                      ))}
                      {taken.map((line, at) => (
                        <li key={`taken ${at}`} className={css.revoked}>
                          {line}
                        </li>
                      ))}
                    </ul>
                  );
                },
              },
              {
                id: "actions",
                label: say("admin.actions"),
                buttons: true,
                render: (group) => (
                  <>
                    <IconButton
                      label={say("permissions.edit", { name: group.name })}
                      onPress={() => props.onEdit(group.id)}
                    >
                      <IconPencil size={16} aria-hidden="true" />
                    </IconButton>
                    <IconButton
                      label={say("permissions.delete", { name: group.name })}
                      onPress={() => props.onDelete(group)}
                    >
                      <IconTrash size={16} aria-hidden="true" />
                    </IconButton>
                  </>
                ),
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}
