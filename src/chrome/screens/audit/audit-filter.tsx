import { useState } from "react";
import { AUDIT_KINDS, type AuditFilter, type AuditResult } from "#domain/accounts/audit.ts";
import { rangeFault } from "#domain/servers/report.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { SearchField } from "#chrome/kit/field/search-field.tsx";
import { Select, type SelectOption } from "#chrome/kit/field/select.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { AuditCameraSelect, OWN_AUDIT } from "./audit-camera-select.tsx";
import form from "../administration/forms/form.module.css";
import css from "./audit.module.css";
import { ownZone, readLocalTime, useLocalTime } from "../administration/local-time.ts";
import { MomentField } from "../administration/moment-field.tsx";

/** No name of an account or a camera is empty. */
const ALL = "";

/** Which entries are shown: all of it is in the address. */
export function AuditFilterCard(props: {
  readonly filter: AuditFilter;
  /** who is in the audit */
  readonly users: readonly string[];
  /** of an aggregator */
  readonly servers: readonly { readonly id: string; readonly name: string }[];
  readonly results: readonly AuditResult[];
  readonly onChange: (filter: Readonly<Record<string, string | number>>) => void;
}) {
  const { filter, users, servers, results } = props;
  const say = useText();
  const { write } = useLocalTime();
  const shown = (ms: number | undefined): string => (ms === undefined ? "" : write(ms));
  const [typed, setTyped] = useState({ from: shown(filter.from), to: shown(filter.to), madeOf: filter });
  // What the address says is shown, also when Back leads to it.
  if (typed.madeOf.from !== filter.from || typed.madeOf.to !== filter.to)
    setTyped({ from: shown(filter.from), to: shown(filter.to), madeOf: filter });
  const fault = rangeFault(readLocalTime(typed.from), readLocalTime(typed.to));
  const change = (part: Readonly<Record<string, string | number | undefined>>): void =>
    props.onChange(
      Object.fromEntries(
        Object.entries({ ...filter, ...part }).flatMap(([name, value]) =>
          value === undefined || value === ALL ? [] : [[name, value]],
        ),
      ),
    );
  const setTime = (end: "from" | "to", text: string): void => {
    const next = { ...typed, [end]: text };
    const ms = readLocalTime(text);
    const isTime = text === "" || (ms !== null && ms >= 0);
    const isRange = rangeFault(readLocalTime(next.from), readLocalTime(next.to)) === null;
    const named = { ...filter, [end]: ms ?? undefined };
    setTyped(isTime && isRange ? { ...next, madeOf: named } : next);
    if (isTime && isRange) change({ [end]: ms ?? undefined });
  };
  const all: SelectOption<string> = { id: ALL, label: say("audit.all") };
  const named = (list: readonly string[], chosen: string | undefined): SelectOption<string>[] => [
    all,
    // A link may name one that is not there any more.
    ...[...new Set([...list, ...(chosen === undefined ? [] : [chosen])])].map((id) => ({ id, label: id })),
  ];
  return (
    <Card
      title={say("audit.filter")}
      actions={
        <Button size="small" isDisabled={Object.keys(filter).length === 0} onPress={() => props.onChange({})}>
          {say("audit.clear")}
        </Button>
      }
    >
      <div className={form.form}>
        <SearchField
          label={say("audit.search")}
          value={filter.search ?? ""}
          onChange={(search) => change({ search: search.slice(0, 200) })}
        />
        <div className={form.row}>
          <MomentField
            label={say("audit.from")}
            end="from"
            value={typed.from}
            onChange={(text) => setTime("from", text)}
            error={fault ?? undefined}
          />
          <MomentField
            label={say("audit.to")}
            end="to"
            value={typed.to}
            onChange={(text) => setTime("to", text)}
            error={fault ?? undefined}
          />
        </div>
        <div className={css.choices}>
          <Select
            label={say("audit.user")}
            value={filter.user ?? ALL}
            options={named(users, filter.user)}
            onChange={(user) => change({ user })}
          />
          <Select
            label={say("audit.kind")}
            value={filter.kind ?? ALL}
            options={[all, ...AUDIT_KINDS.map((id) => ({ id, label: say(`audit.kind.${id}`) }))]}
            onChange={(kind) => change({ kind })}
          />
          <Select
            label={say("audit.result")}
            value={filter.result ?? ALL}
            options={[all, ...results.map((id) => ({ id, label: say(`audit.result.${id}`) }))]}
            onChange={(result) => change({ result })}
          />
          {servers.length > 0 || filter.server !== undefined ? (
            <Select
              label={say("audit.atServer")}
              value={filter.server ?? ALL}
              options={[
                all,
                { id: OWN_AUDIT, label: say("audit.ownServer") },
                ...servers.map(({ id, name }) => ({ id, label: name })),
                ...(filter.server === undefined || [OWN_AUDIT, ...servers.map(({ id }) => id)].includes(filter.server)
                  ? []
                  : [{ id: filter.server, label: filter.server }]),
              ]}
              onChange={(server) => change({ server })}
            />
          ) : null}
          <AuditCameraSelect
            all={all}
            server={filter.server}
            chosen={filter.camera}
            onChange={(camera) => change({ camera })}
          />
        </div>
        <p className={form.small}>{say("audit.zone", { zone: ownZone() })}</p>
      </div>
    </Card>
  );
}
