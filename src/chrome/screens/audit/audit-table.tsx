import type { AuditEntry } from "#actions/administration/audit-actions.ts";
import { auditDetails, isAuditAction } from "#domain/accounts/audit.ts";
import { classes } from "#chrome/kit/classes.ts";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import form from "../administration/forms/form.module.css";
import css from "./audit.module.css";

/** The list scrolls inside its card and holds nothing that could be focused. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** A page of the audit, newest first. */
export function AuditTable({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const say = useText();
  const { second: time } = useShownTime();
  return (
    <div className={css.table} {...scrolledByKeys}>
      <DataTable
        label={say("audit.entries")}
        rows={entries}
        rowKey={({ seq, server }) => `${server?.id ?? ""}/${seq}`}
        columns={[
          {
            id: "when",
            label: say("audit.when"),
            render: ({ when }) => <span className={form.nowrap}>{time(when)}</span>,
          },
          ...(entries.some(({ server }) => server !== undefined)
            ? [
                {
                  id: "server",
                  label: say("audit.atServer"),
                  render: ({ server }: AuditEntry) => server?.name ?? say("audit.ownServer"),
                },
              ]
            : []),
          { id: "who", label: say("audit.who"), render: (entry) => <Who entry={entry} /> },
          {
            id: "what",
            label: say("audit.what"),
            render: ({ action }) => (isAuditAction(action) ? say(`audit.action.${action}`) : action),
          },
          {
            id: "result",
            label: say("audit.result"),
            render: ({ result }) => (
              <span className={classes(result === "ok" ? form.muted : form.bad)}>{say(`audit.result.${result}`)}</span>
            ),
          },
          {
            id: "camera",
            label: say("audit.camera"),
            render: ({ cameras }) => cameras.map(({ name }) => name || say("audit.removedCamera")).join(", "),
          },
          {
            id: "range",
            label: say("audit.range"),
            render: ({ from, to }) => {
              if (from === null) return null;
              return to === null || to === from
                ? say("audit.since", { from: time(from) })
                : `${time(from)} – ${time(to)}`;
            },
          },
          { id: "where", label: say("audit.where"), render: ({ address }) => address },
          { id: "details", label: say("audit.details"), render: (entry) => <Details entry={entry} /> },
        ]}
      />
    </div>
  );
}

function Who({ entry: { username, address } }: { readonly entry: AuditEntry }) {
  const say = useText();
  if (username !== "") return <span className={css.who}>{username}</span>;
  return <span className={form.muted}>{say(address === "" ? "audit.server" : "audit.nobody")}</span>;
}

/** What it was done to, where no camera says it, and what else the server noted. */
function Details({ entry: { cameras, target, targetName, username, detail } }: { readonly entry: AuditEntry }) {
  const parts = auditDetails(detail).map(([name, value]) => `${name}: ${value}`);
  // Whoever signs in did it to themselves.
  const isSaid = cameras.length > 0 || target === "" || (username !== "" && targetName === username);
  const about = isSaid ? [] : [targetName || target];
  return <span className={form.small}>{[...about, ...parts].join(" · ")}</span>;
}
