import {
  IconClockPause,
  IconHeartRateMonitor,
  IconHistory,
  IconPencil,
  IconPlugConnectedX,
  IconRefresh,
  IconReportAnalytics,
  IconUsers,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { ServerEntry } from "#actions/administration/registered-server-actions.ts";
import { SERVER_SCREENS, type ServerScreen, serverScreenPath } from "#domain/routes.ts";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { IconLink } from "#chrome/kit/button/icon-link.tsx";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { type Message, MessageAlert } from "../administration/forms/message-alert.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { Health } from "./health.tsx";
import css from "./servers.module.css";
import { licenseEnd } from "#domain/servers/registered-servers.ts";
import { shortName } from "#domain/short-name.ts";
import { useServerNow } from "../administration/use-server-now.ts";

const icons: Readonly<Record<ServerScreen, ReactNode>> = {
  "retention-policy": <IconClockPause size={16} aria-hidden="true" />,
  users: <IconUsers size={16} aria-hidden="true" />,
  "system-status": <IconHeartRateMonitor size={16} aria-hidden="true" />,
  "system-report": <IconReportAnalytics size={16} aria-hidden="true" />,
  audit: <IconHistory size={16} aria-hidden="true" />,
};

/** A row (on a narrow screen a card) for each server. */
export function ServersTable(props: {
  readonly servers: readonly ServerEntry[];
  readonly onEdit: (server: ServerEntry) => void;
  readonly onUnregister: (server: ServerEntry) => void;
  readonly onChanged: () => void;
}) {
  const { servers } = useAdministration();
  const say = useText();
  const [refreshing, setRefreshing] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState<Message | null>(null);
  const refresh = async ({ id, name }: ServerEntry): Promise<void> => {
    setRefreshing((known) => new Set([...known, id]));
    const done = await servers.refresh(id);
    setRefreshing((known) => new Set([...known].filter((each) => each !== id)));
    if (done.ok) showToast({ text: say("servers.refreshed", { name: shortName(name) }), tone: "info" });
    else setMessage({ title: say("servers.refreshFailed", { name }), text: done.error });
    props.onChanged();
  };

  return (
    <>
      <DataTable
        label={say("nav.servers")}
        rows={props.servers}
        rowKey={(server) => server.id}
        columns={[
          {
            id: "name",
            label: say("servers.server"),
            render: ({ id, name, uri }) => (
              <span className={css.name}>
                <Link to={serverScreenPath(id, "system-status")}>{name}</Link>
                <span className={css.small}>{uri}</span>
              </span>
            ),
          },
          { id: "health", label: say("servers.health"), render: (server) => <Health server={server} /> },
          {
            id: "cameras",
            label: say("servers.cameras"),
            render: ({ camerasOnline, camerasAvailable }) =>
              say("servers.camerasOf", { online: camerasOnline, count: camerasAvailable }),
          },
          { id: "version", label: say("servers.version"), render: ({ version }) => version || "–" },
          {
            id: "license",
            label: say("servers.license"),
            render: ({ licenseExpires }) => <LicenseCell expiresMs={licenseExpires} />,
          },
          {
            id: "actions",
            label: say("admin.actions"),
            buttons: true,
            render: (server) => {
              const { id, name } = server;
              const busy = refreshing.has(id);
              return (
                <>
                  {SERVER_SCREENS.map((screen) => (
                    <IconLink
                      key={screen}
                      to={serverScreenPath(id, screen)}
                      label={say("servers.open", { screen: say(`nav.${screen}`), name })}
                    >
                      {icons[screen]}
                    </IconLink>
                  ))}
                  <IconButton
                    label={say(busy ? "servers.refreshing" : "servers.refresh", { name })}
                    isDisabled={busy}
                    onPress={() => void refresh(server)}
                  >
                    {busy ? <Spinner /> : <IconRefresh size={16} aria-hidden="true" />}
                  </IconButton>
                  <IconButton label={say("servers.edit", { name })} onPress={() => props.onEdit(server)}>
                    <IconPencil size={16} aria-hidden="true" />
                  </IconButton>
                  <IconButton label={say("servers.unregister", { name })} onPress={() => props.onUnregister(server)}>
                    <IconPlugConnectedX size={16} aria-hidden="true" />
                  </IconButton>
                </>
              );
            },
          },
        ]}
      />
      <MessageAlert message={message} onClose={() => setMessage(null)} />
    </>
  );
}

const RENEWED_MS = 60_000;

/** The day on which a server's license expires; N/A when it does not expire. */
function LicenseCell({ expiresMs }: { readonly expiresMs: number | null }) {
  const say = useText();
  const { date } = useShownTime();
  const end = licenseEnd(expiresMs, useServerNow(RENEWED_MS));
  if (end.kind === "unknown") return "–";
  if (end.kind === "endless") return say("servers.noEnd");
  return (
    <span className={css.words}>
      {date(end.atMs)}
      {end.isOver ? <span className={css.badText}>{say("activation.expired")}</span> : null}
    </span>
  );
}
