/** Who did what, when, from where, with which cameras and which recorded time, and how it ended (administrators). */
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reportedFailure } from "#actions/reported-failure.ts";
import { type AuditFilter, AUDIT_RESULTS } from "#domain/accounts/audit.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { auditAddress } from "#chrome/screens/administration/addresses.ts";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { downloadFrom } from "../system-report/download.ts";
import { AuditFilterCard } from "./audit-filter.tsx";
import { AuditTable } from "./audit-table.tsx";
import css from "./audit.module.css";
import { KeptDaysCard } from "./kept-days.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

export default function AuditScreen() {
  return (
    <AdministrationRoom>
      <Audit />
    </AdministrationRoom>
  );
}

function Audit() {
  const { audit } = useAdministration();
  const say = useText();
  const address = useAddress(auditAddress);
  const filter: AuditFilter = address.value;
  // The pages before this one, by where they begin; another filter begins at the newest.
  const [pages, setPages] = useState<{ readonly of: string; readonly befores: readonly string[] }>(FIRST);
  const [failure, setFailure] = useState<Failure | null>(null);
  const named = JSON.stringify(filter);
  const befores = pages.of === named ? pages.befores : [];
  const before = befores.at(-1) ?? null;
  const list = useQuery({
    queryKey: ["audit", filter, before],
    queryFn: ({ signal }) => valueOf(audit.list(filter, before, signal)),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  const turn = (next: readonly string[]): void => setPages({ of: named, befores: next });
  const download = async (): Promise<void> => {
    setFailure(null);
    const answer = await audit.exportAddress(filter);
    if (answer.ok) downloadFrom(answer.value);
    else setFailure(answer.error);
  };

  return (
    <Page
      title={say("audit.title")}
      actions={
        <Button tone="primary" isDisabled={!list.isSuccess} onPress={() => void download()}>
          <IconDownload size={16} aria-hidden="true" />
          {say("audit.download")}
        </Button>
      }
    >
      {address.unreadable ? <BadLink /> : null}
      {failure === null ? null : (
        <Notice tone="bad">
          {say("audit.downloadFailed")}: <FailureWords of={failure} />
        </Notice>
      )}
      <AuditFilterCard
        filter={filter}
        users={data?.users ?? []}
        servers={data?.servers ?? []}
        results={AUDIT_RESULTS}
        onChange={(changed) => address.replace(changed)}
      />
      {data && data.notAsked.length > 0 ? (
        <Notice tone="warn">
          {say("audit.notAsked")}
          <ul>
            {data.notAsked.map(({ id, name, failure: why }) => (
              <li key={id}>
                {name}: <FailureWords of={reportedFailure(why, why.reason) ?? ""} />
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Card title={say("audit.entries")} flush>
        <QueryState of={list} loading={say("audit.loading")} failed={say("audit.failed")} />
        {data?.entries.length === 0 ? <EmptyState title={say("audit.empty")} text={say("audit.emptyText")} /> : null}
        {data && data.entries.length > 0 ? <AuditTable entries={data.entries} /> : null}
        {data && (befores.length > 0 || data.next !== null) ? (
          <div className={css.pages}>
            <Button size="small" isDisabled={befores.length === 0} onPress={() => turn(befores.slice(0, -1))}>
              {say("audit.newer")}
            </Button>
            <Button
              size="small"
              isDisabled={data.next === null || list.isPlaceholderData}
              onPress={() => turn(data.next === null ? befores : [...befores, data.next])}
            >
              {say("audit.older")}
            </Button>
          </div>
        ) : null}
      </Card>
      <KeptDaysCard removedSeq={data?.removed.seq ?? 0} />
    </Page>
  );
}

const FIRST = { of: "", befores: [] };
