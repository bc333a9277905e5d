/** What was recorded and what happened in a time, and the log (document 2, section 2). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAdministrator } from "#domain/access.ts";
import { rangeFault } from "#domain/report.ts";
import { visitorOf } from "#state/session-store.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { ErrorState, LoadingState } from "#chrome/kit/states.tsx";
import { TextField } from "#chrome/kit/text-field.tsx";
import { AdministrationRoom, useAdministration, valueOf } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/form.module.css";
import { Card, Page } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { EventsCard } from "./events-card.tsx";
import { localTime, ownZone, readLocalTime } from "./local-time.ts";
import { LogCard } from "./log-card.tsx";
import { SupportCard } from "./support-card.tsx";
import { StatsCard } from "./stats-card.tsx";

const DAY_MS = 86_400_000;
/** the inputs hold whole minutes: the last one counts whole */
const MINUTE_MS = 60_000;

export default function SystemReportScreen() {
  return (
    <AdministrationRoom>
      <SystemReport />
    </AdministrationRoom>
  );
}

function SystemReport() {
  const { system } = useAdministration();
  const { stores } = useProduct();
  const say = useText();
  const isAdmin = useFacts(stores.session, (facts) => isAdministrator(visitorOf(facts)));
  const [range, setRange] = useState(() => {
    const to = Date.now() + MINUTE_MS;
    return { from: localTime(to - DAY_MS), to: localTime(to) };
  });
  const fromMs = readLocalTime(range.from);
  const toMs = readLocalTime(range.to);
  const fault = rangeFault(fromMs, toMs);
  const report = useQuery({
    queryKey: ["report", fromMs, toMs],
    queryFn: ({ signal }) => valueOf(system.report(fromMs ?? 0, toMs ?? 0, signal)),
    enabled: fromMs !== null && toMs !== null && fault === null,
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <Page title={say("report.title")}>
      <Card>
        <div className={form.row}>
          <TextField
            label={say("report.from")}
            type="datetime-local"
            value={range.from}
            onChange={(from) => setRange({ ...range, from })}
            {...(fault === null ? {} : { error: fault })}
          />
          <TextField
            label={say("report.to")}
            type="datetime-local"
            value={range.to}
            onChange={(to) => setRange({ ...range, to })}
            {...(fault === null ? {} : { error: fault })}
          />
        </div>
        <p className={form.small}>{say("report.zone", { zone: ownZone() })}</p>
      </Card>
      {report.isLoading ? <LoadingState text={say("report.loading")} /> : null}
      {report.isError ? (
        <ErrorState
          title={say("report.failed")}
          reason={report.error.message}
          retryLabel={say("app.retry")}
          onRetry={() => void report.refetch()}
        />
      ) : null}
      {data && fault === null ? (
        <>
          <EventsCard
            key={`${data.start} ${data.stop}`}
            report={data}
            onZoom={({ from, to }) => setRange({ from: localTime(from), to: localTime(to + MINUTE_MS) })}
          />
          <StatsCard report={data} />
        </>
      ) : null}
      <LogCard />
      {isAdmin ? <SupportCard /> : null}
    </Page>
  );
}
