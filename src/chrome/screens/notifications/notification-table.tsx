import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useIntl } from "react-intl";
import type { NotificationEntry, SmtpServerEntry } from "#domain/servers/notification-form.ts";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Switch } from "#chrome/kit/field/switch.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./notifications.module.css";

/** The notifications by name, each with what it watches, what it does and whether it is switched on. */
export function NotificationTable(props: {
  readonly notifications: readonly NotificationEntry[];
  /** null: not known at the moment */
  readonly smtpServers: readonly SmtpServerEntry[] | null;
  readonly onEdit: (id: string) => void;
  readonly onDelete: (notification: NotificationEntry) => void;
}) {
  const say = useText();
  const intl = useIntl();
  const queries = useQueryClient();
  const { notifications: verbs } = useAdministration();
  const isGone = (smtpServer: string): boolean =>
    props.smtpServers !== null && !props.smtpServers.some(({ id }) => id === smtpServer);
  const rows = props.notifications.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));

  const enable = async ({ id }: NotificationEntry, enabled: boolean): Promise<void> => {
    const done = await verbs.enable(id, enabled);
    if (!done.ok) showToast({ text: done.error, tone: "bad" });
    await queries.invalidateQueries({ queryKey: ["notifications"] });
  };
  const watched = ({ scope, orchids, cameras }: NotificationEntry): string => {
    if (scope === "all") return say("notifications.scopeAll");
    const parts = [
      ...(orchids.length > 0 ? [say("notifications.watchesServers", { count: orchids.length })] : []),
      ...(cameras.length > 0 ? [say("notifications.watchesCameras", { count: cameras.length })] : []),
    ];
    return parts.length === 0 ? say("notifications.watchesNothing") : intl.formatList(parts, { type: "unit" });
  };

  return (
    <DataTable
      label={say("notifications.table")}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: "name", label: say("notifications.name"), render: ({ name }) => name },
        {
          id: "triggers",
          label: say("notifications.triggers"),
          render: ({ triggers }) => (
            <ul className={css.lines}>
              {triggers.map((trigger) => (
                <li key={trigger}>{say(`trigger.${trigger}`)}</li>
              ))}
            </ul>
          ),
        },
        { id: "scope", label: say("notifications.scope"), render: watched },
        {
          id: "action",
          label: say("notifications.action"),
          render: ({ action, digestTime, recipients, smtpServer }) => (
            <ul className={css.lines}>
              <li>
                {action === "digest"
                  ? say("notifications.digestAt", { time: digestTime })
                  : say("notifications.immediate")}
              </li>
              <li className={form.small} title={recipients.join("\n")}>
                {say("notifications.recipientCount", { count: recipients.length })}
              </li>
              {isGone(smtpServer) ? <li className={form.bad}>{say("notifications.noServer")}</li> : null}
            </ul>
          ),
        },
        {
          id: "enabled",
          label: say("notifications.enabled"),
          render: (notification) => (
            <Switch
              aria-label={say("notifications.enable", { name: notification.name })}
              isSelected={notification.enabled}
              onChange={(enabled) => void enable(notification, enabled)}
            />
          ),
        },
        {
          id: "actions",
          label: say("admin.actions"),
          buttons: true,
          render: (notification) => (
            <>
              <IconButton
                label={say("notifications.edit", { name: notification.name })}
                onPress={() => props.onEdit(notification.id)}
              >
                <IconPencil size={16} aria-hidden="true" />
              </IconButton>
              <IconButton
                label={say("notifications.delete", { name: notification.name })}
                onPress={() => props.onDelete(notification)}
              >
                <IconTrash size={16} aria-hidden="true" />
              </IconButton>
            </>
          ),
        },
      ]}
    />
  );
}
