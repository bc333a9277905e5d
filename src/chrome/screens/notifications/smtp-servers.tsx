/** The SMTP servers, below the notifications that are sent through them. */
import { reasonOf } from "#chrome/value-of.ts";
import { IconMailForward, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  namesOfUsers,
  type NotificationEntry,
  smtpFormOf,
  type SmtpServerEntry,
} from "#domain/servers/notification-form.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { TestMail } from "./test-mail.tsx";
import type { useSmtpServers } from "./use-notifications.ts";

export function SmtpServers(props: {
  readonly servers: ReturnType<typeof useSmtpServers>;
  readonly notifications: readonly NotificationEntry[];
  readonly onAdd: () => void;
  readonly onEdit: (id: string) => void;
  readonly onChanged: () => void;
}) {
  const { servers, notifications } = props;
  const { notifications: verbs } = useAdministration();
  const say = useText();
  const [deleting, setDeleting] = useState<SmtpServerEntry | null>(null);
  const [testing, setTesting] = useState<SmtpServerEntry | null>(null);
  const rows = servers.data?.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const users = deleting === null ? [] : namesOfUsers(deleting.id, notifications);

  return (
    <Card
      title={say("smtp.title")}
      flush
      actions={
        <Button size="small" isDisabled={rows === undefined} onPress={props.onAdd}>
          <IconPlus size={16} aria-hidden="true" />
          {say("smtp.add")}
        </Button>
      }
    >
      {servers.isPending ? <LoadingState text={say("smtp.loading")} /> : null}
      {servers.isError && rows === undefined ? (
        <ErrorState
          title={say("smtp.failed")}
          reason={reasonOf(servers.error)}
          retryLabel={say("app.retry")}
          onRetry={() => void servers.refetch()}
        />
      ) : null}
      {rows?.length === 0 ? <EmptyState title={say("smtp.empty")} text={say("smtp.emptyText")} /> : null}
      {rows === undefined || rows.length === 0 ? null : (
        <DataTable
          label={say("smtp.title")}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { id: "name", label: say("smtp.name"), render: ({ name }) => name },
            { id: "address", label: say("smtp.address"), render: ({ host, port }) => `${host}:${port}` },
            { id: "security", label: say("smtp.security"), render: ({ security }) => say(`smtp.security.${security}`) },
            { id: "from", label: say("smtp.from"), render: ({ from }) => from },
            {
              id: "actions",
              label: say("admin.actions"),
              buttons: true,
              render: (server) => (
                <>
                  <IconButton label={say("smtp.testWith", { name: server.name })} onPress={() => setTesting(server)}>
                    <IconMailForward size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={say("smtp.edit", { name: server.name })} onPress={() => props.onEdit(server.id)}>
                    <IconPencil size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={say("smtp.delete", { name: server.name })} onPress={() => setDeleting(server)}>
                    <IconTrash size={16} aria-hidden="true" />
                  </IconButton>
                </>
              ),
            },
          ]}
        />
      )}
      {testing === null ? null : (
        <ClosingDialog
          title={say("smtp.testWith", { name: testing.name })}
          closeLabel={say("app.close")}
          onClose={() => setTesting(null)}
        >
          <TestMail id={testing.id} form={() => smtpFormOf(testing)} valid />
        </ClosingDialog>
      )}
      {deleting === null ? null : (
        <DeleteDialog
          title={say("smtp.deleteTitle")}
          confirmLabel={say("smtp.deleteConfirm")}
          onDelete={() => verbs.removeServer(deleting.id)}
          onDeleted={() => {
            setDeleting(null);
            props.onChanged();
          }}
          onClose={() => setDeleting(null)}
        >
          <p>{say("smtp.deleteText", { name: deleting.name })}</p>
          {users.length === 0 ? null : (
            <p>{say("smtp.deleteUsed", { count: users.length, names: users.join(", ") })}</p>
          )}
        </DeleteDialog>
      )}
    </Card>
  );
}
