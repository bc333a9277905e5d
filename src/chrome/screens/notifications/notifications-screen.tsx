/** Who receives mails when something is wrong, and through which SMTP servers (document 2, section 2). */
import { reasonOf } from "#chrome/value-of.ts";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { NotificationEntry } from "#domain/servers/notification-form.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useDocumentTitle } from "#chrome/kit/browser/use-document-title.ts";
import { notificationsAddress } from "#chrome/screens/administration/addresses.ts";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "../administration/forms/delete-dialog.tsx";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useDomain } from "#chrome/screens/administration/use-domain.ts";
import { useKept } from "#chrome/screens/administration/use-kept.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { NotificationDialog } from "./notification-dialog.tsx";
import { NotificationTable } from "./notification-table.tsx";
import { SmtpDialog } from "./smtp-dialog.tsx";
import { SmtpServers } from "./smtp-servers.tsx";
import { useNotifications, useSmtpServers } from "./use-notifications.ts";

export default function NotificationsScreen() {
  return (
    <AdministrationRoom>
      <NotificationAdministration />
    </AdministrationRoom>
  );
}

function NotificationAdministration() {
  const say = useText();
  const title = say("nav.notifications");
  useDocumentTitle(title);
  const queries = useQueryClient();
  const { notifications: verbs } = useAdministration();
  const list = useNotifications();
  const servers = useSmtpServers();
  const domain = useDomain();
  const places = domain.data?.servers;
  const address = useAddress(notificationsAddress);
  const [deleting, setDeleting] = useState<NotificationEntry | null>(null);
  const { notification: editedId, smtp: editedServerId, dialog } = address.value;
  const found = list.data?.find(({ id }) => id === editedId) ?? null;
  const foundServer = servers.data?.find(({ id }) => id === editedServerId) ?? null;
  const edited = useKept(found, editedId);
  const editedServer = useKept(foundServer, editedServerId);
  const changed = (): void => void queries.invalidateQueries();
  const known = { notifications: list.data, smtpServers: servers.data, places };
  const ready = Object.values(known).every((each) => each !== undefined);
  // A list that was loaded once stays when a later request fails.
  const failed = [list, domain].find((query) => query.isError && query.data === undefined);

  return (
    <Page
      title={title}
      actions={
        <Button
          tone="primary"
          isDisabled={!ready || servers.data?.length === 0}
          onPress={() => address.open({ dialog: "add" })}
        >
          <IconPlus size={16} aria-hidden="true" />
          {say("notifications.add")}
        </Button>
      }
    >
      {address.unreadable ? <BadLink /> : null}
      {list.isSuccess && editedId !== undefined && found === null ? (
        <Notice tone="warn">{say("notifications.noSuch", { id: editedId })}</Notice>
      ) : null}
      {servers.isSuccess && editedServerId !== undefined && foundServer === null ? (
        <Notice tone="warn">{say("smtp.noSuch", { id: editedServerId })}</Notice>
      ) : null}
      <Card flush>
        {failed ? (
          <ErrorState
            title={say("notifications.failed")}
            reason={failed.error ? reasonOf(failed.error) : ""}
            retryLabel={say("app.retry")}
            onRetry={changed}
          />
        ) : null}
        {!failed && !(list.data && places) ? <LoadingState text={say("notifications.loading")} /> : null}
        {!failed && places && list.data?.length === 0 ? (
          <EmptyState
            title={say("notifications.empty")}
            text={say(servers.data?.length === 0 ? "notifications.emptyFirst" : "notifications.emptyText")}
          />
        ) : null}
        {!failed && places && list.data && list.data.length > 0 ? (
          <NotificationTable
            notifications={list.data}
            smtpServers={servers.data ?? null}
            onEdit={(id) => address.open({ notification: id })}
            onDelete={setDeleting}
          />
        ) : null}
      </Card>
      <SmtpServers
        servers={servers}
        notifications={list.data ?? []}
        onAdd={() => address.open({ dialog: "add-smtp" })}
        onEdit={(id) => address.open({ smtp: id })}
        onChanged={changed}
      />
      {servers.data && places && (edited || (dialog === "add" && list.data)) ? (
        <NotificationDialog
          key={edited?.id ?? ""}
          notification={edited}
          smtpServers={servers.data}
          places={places}
          onClose={() => address.close()}
          onSaved={changed}
        />
      ) : null}
      {editedServer || (dialog === "add-smtp" && servers.data) ? (
        <SmtpDialog
          key={editedServer?.id ?? ""}
          server={editedServer}
          onClose={() => address.close()}
          onSaved={changed}
        />
      ) : null}
      {deleting ? (
        <DeleteDialog
          title={say("notifications.deleteTitle")}
          confirmLabel={say("notifications.deleteConfirm")}
          onDelete={() => verbs.remove(deleting.id)}
          onDeleted={() => {
            setDeleting(null);
            changed();
          }}
          onClose={() => setDeleting(null)}
        >
          <p>{say("notifications.deleteText", { name: deleting.name })}</p>
        </DeleteDialog>
      ) : null}
    </Page>
  );
}
