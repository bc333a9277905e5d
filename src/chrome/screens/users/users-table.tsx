import { IconPencil, IconTrash } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { type DataColumn, DataTable } from "#chrome/kit/table/data-table.tsx";
import { ListSearch, NothingFound, useListSearch } from "../administration/list-search.tsx";
import { Card } from "../administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import form from "../administration/forms/form.module.css";
import css from "./users.module.css";
import { ResetFactor } from "./reset-factor.tsx";
import { UserBadges } from "./user-badges.tsx";

/** A longer list scrolls within its card: what stands below it on the page must not be thousands of pixels away. */
const LONG = 20;
const scrolledByKeys = { tabIndex: 0 } as const;

type Listed = ComponentProps<typeof UserBadges>["user"] &
  ComponentProps<typeof ResetFactor>["user"] & { readonly id: string; readonly username: string };

/** The users of a server, or of the aggregator: their names, what else the screen says of them, and what one may do. */
export function UsersTable<User extends Listed>(props: {
  readonly users: readonly User[];
  readonly ownId: string;
  /** what the search reads of a user */
  readonly textOf: (user: User) => string;
  /** between the name and the actions */
  readonly columns: readonly DataColumn<User>[];
  readonly mayDelete: (user: User) => boolean;
  readonly onEdit: (user: User) => void;
  readonly onDelete: (user: User) => void;
  readonly resetFactor: ComponentProps<typeof ResetFactor>["reset"];
  readonly onReset: () => void;
}) {
  const say = useText();
  const { found, typed, setTyped, isOffered } = useListSearch(props.users, props.textOf);
  const long = found.length > LONG;
  const table = (
    <DataTable
      label={say("users.table")}
      rows={found}
      rowKey={({ username }) => username}
      columns={[
        {
          id: "name",
          label: say("users.username"),
          render: (user) => (
            <span className={form.inline}>
              {user.username}
              <UserBadges user={user} own={user.id === props.ownId} />
            </span>
          ),
        },
        ...props.columns,
        {
          id: "actions",
          label: say("admin.actions"),
          buttons: true,
          render: (user) => (
            <>
              <IconButton label={say("users.edit", { name: user.username })} onPress={() => props.onEdit(user)}>
                <IconPencil size={16} aria-hidden="true" />
              </IconButton>
              <ResetFactor user={user} reset={props.resetFactor} onReset={props.onReset} />
              <IconButton
                label={say("users.delete", { name: user.username })}
                isDisabled={!props.mayDelete(user)}
                onPress={() => props.onDelete(user)}
              >
                <IconTrash size={16} aria-hidden="true" />
              </IconButton>
            </>
          ),
        },
      ]}
    />
  );
  return (
    <>
      {isOffered ? (
        <ListSearch
          label={say("users.search")}
          typed={typed}
          setTyped={setTyped}
          found={found.length}
          count={props.users.length}
        />
      ) : null}
      <Card flush>
        {found.length === 0 && typed !== "" ? (
          <NothingFound title={say("list.noMatch", { typed: typed.trim() })} onClear={() => setTyped("")} />
        ) : (
          <div className={long ? css.long : undefined} {...(long ? scrolledByKeys : {})}>
            {table}
          </div>
        )}
      </Card>
    </>
  );
}
