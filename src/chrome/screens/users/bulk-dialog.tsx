/**
 * Asks for confirmation before an account is changed on every server, makes the changes, and shows the result of each
 * server.
 */
import type { Failure } from "#domain/failures/failure.ts";
import { useQuery } from "@tanstack/react-query";
import { use, useState } from "react";
import type { BulkPlan, BulkPlanRow } from "#domain/accounts/bulk-users.ts";
import { isRole } from "#domain/accounts/access.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { Dialog } from "#chrome/kit/dialog/dialog.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useWorkspace } from "#chrome/product.ts";
import form from "../administration/forms/form.module.css";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

export interface BulkDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** the steps to take, made from the accounts that the servers have */
  readonly plan: BulkPlan;
  /** `applied`: at least one server was sent a change */
  readonly onClose: (applied: boolean) => void;
}

/** By server: absent = waiting, null = done, otherwise the failure. */
type Outcomes = ReadonlyMap<string, "waiting" | null | { readonly failure: Failure }>;

export default function BulkDialog({ title, confirmLabel, danger = false, plan, onClose }: BulkDialogProps) {
  // Below a server's screens the actions are those of that server; all servers are asked through the aggregator's
  // actions.
  const { bulkUsers } = use(useWorkspace().administration());
  const say = useText();
  const survey = useQuery({
    queryKey: ["bulk-users"],
    queryFn: ({ signal }) => valueOf(bulkUsers.survey(signal)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const rows = survey.data ? plan(survey.data) : [];
  const chosen = rows.filter((row) => row.applicable && !left.has(row.orchidId));
  const failed = rows.filter((row) => failureOf(outcomes, row) !== null);
  const processing = [...outcomes.values()].includes("waiting");
  const started = outcomes.size > 0;

  const apply = async (which: readonly BulkPlanRow[]): Promise<void> => {
    const tell = (id: string, outcome: "waiting" | null | { readonly failure: Failure }): void =>
      setOutcomes((before) => new Map([...before, [id, outcome]]));
    for (const row of which) tell(row.orchidId, "waiting");
    await bulkUsers.apply(which, (id, failure) => tell(id, failure === null ? null : { failure }));
  };

  return (
    <Dialog
      title={title}
      role="alertdialog"
      isOpen
      wide="full"
      dismissable={!processing}
      onClose={() => onClose(started)}
      actions={
        started ? (
          <>
            {failed.length > 0 && !processing ? (
              <Button onPress={() => void apply(failed)}>{say("bulk.again")}</Button>
            ) : null}
            <Button tone="primary" isDisabled={processing} onPress={() => onClose(true)}>
              {say("app.close")}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={() => onClose(false)}>{say("app.cancel")}</Button>
            <Button
              tone={danger ? "danger" : "primary"}
              isDisabled={chosen.length === 0}
              onPress={() => void apply(chosen)}
            >
              {confirmLabel}
            </Button>
          </>
        )
      }
    >
      <div className={form.form}>
        <QueryState of={survey} loading={say("bulk.loading")} failed={say("bulk.failed")} />
        {survey.isSuccess && rows.length === 0 ? <EmptyState title={say("bulk.noServers")} /> : null}
        {started && !processing ? (
          <Notice tone={failed.length > 0 ? "bad" : "info"}>
            {failed.length > 0
              ? say("bulk.someFailed", { failed: failed.length, total: outcomes.size })
              : say("bulk.allDone", { count: outcomes.size })}
          </Notice>
        ) : null}
        {rows.length > 0 && !started ? (
          <Checkbox
            isSelected={chosen.length > 0 && chosen.length === rows.filter(({ applicable }) => applicable).length}
            isIndeterminate={chosen.length > 0 && left.size > 0}
            isDisabled={!rows.some(({ applicable }) => applicable)}
            onChange={() => setLeft(new Set(left.size > 0 ? [] : rows.map(({ orchidId }) => orchidId)))}
          >
            {say("bulk.applyAll")}
          </Checkbox>
        ) : null}
        {rows.length > 0 ? (
          <DataTable
            label={say("bulk.table")}
            rows={rows}
            rowKey={({ orchidId }) => orchidId}
            columns={[
              {
                id: "apply",
                label: say("bulk.apply"),
                render: (row) => (
                  <Checkbox
                    aria-label={say("bulk.applyTo", { server: row.server })}
                    isSelected={chosen.includes(row)}
                    isDisabled={!row.applicable || started}
                    onChange={(on) =>
                      setLeft(new Set(on ? [...left].filter((id) => id !== row.orchidId) : [...left, row.orchidId]))
                    }
                  />
                ),
              },
              { id: "server", label: say("bulk.server"), render: ({ server }) => server },
              { id: "existing", label: say("bulk.existing"), render: (row) => <Existing row={row} /> },
              {
                id: "action",
                label: say("bulk.action"),
                render: (row) => <Action row={row} outcome={outcomes.get(row.orchidId)} />,
              },
            ]}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function failureOf(outcomes: Outcomes, row: BulkPlanRow): Failure | null {
  const outcome = outcomes.get(row.orchidId);
  return typeof outcome === "object" && outcome !== null ? outcome.failure : null;
}

/** The user name and role that a server has now. */
function Existing({ row: { existing, answered } }: { readonly row: BulkPlanRow }) {
  const say = useText();
  if (existing === null)
    return <span className={form.muted}>{say(answered ? "bulk.noExisting" : "bulk.notKnown")}</span>;
  const { username, role } = existing;
  return say("bulk.user", { name: username, role: isRole(role) ? say(`role.${role}`) : role });
}

function Action(props: {
  readonly row: BulkPlanRow;
  readonly outcome: "waiting" | null | { readonly failure: Failure } | undefined;
}) {
  const { row, outcome } = props;
  const say = useText();
  if (outcome === "waiting") return say("bulk.waiting");
  if (outcome === null) return <span className={form.good}>{say("bulk.done")}</span>;
  if (outcome !== undefined)
    return (
      <span className={form.bad}>
        <FailureWords of={outcome.failure} />
      </span>
    );
  return (
    <span className={row.applicable ? "" : form.muted}>
      <FailureWords of={row.effect} />
    </span>
  );
}
