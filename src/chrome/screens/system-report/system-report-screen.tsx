/** A time's recordings and events, and the log (document 2, section 2). */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isAdministrator } from "#domain/accounts/access.ts";
import { rangeFault } from "#domain/servers/report.ts";
import { visitorOf } from "#state/session-store.ts";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { reportAddress } from "#chrome/screens/administration/addresses.ts";
import { BadLink, Card, Notice, Page } from "#chrome/screens/administration/page.tsx";
import { useAddress } from "#chrome/screens/administration/use-address.ts";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { EventsCard } from "./events-card.tsx";
import { type LocalTime, ownZone, useLocalTime } from "../administration/local-time.ts";
import { MomentField } from "../administration/moment-field.tsx";
import { LogCard } from "./log-card.tsx";
import { SupportCard } from "./support-card.tsx";
import { StatsCard } from "./stats-card.tsx";

const DAY_MS = 86_400_000;
/** the inputs hold whole minutes, so the last minute counts as a whole */
const MINUTE_MS = 60_000;

/** The texts of the two inputs, and the times from which they were made. */
interface Range {
  readonly from: string;
  readonly to: string;
  readonly madeOf: { readonly from: number; readonly to: number };
}
const rangeBetween = (from: number, to: number, { write }: LocalTime): Range => ({
  from: write(from),
  to: write(to),
  madeOf: { from, to },
});
const startOf = ({ from, madeOf }: Range, { typed }: LocalTime): number | null => typed(from, madeOf.from);
const endOf = ({ to, madeOf }: Range, { typed }: LocalTime): number | null => typed(to, madeOf.to);

/** The last day, unless the address names another time. */
function rangeOf(
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  openedMs: number,
  time: LocalTime,
): Range {
  const stop = to ?? openedMs + MINUTE_MS;
  return rangeBetween(from ?? stop - DAY_MS, stop, time);
}
/**
 * While a year is being typed, it is one of the first centuries: such a year is not requested and not written to the
 * address.
 */
const isNamed = (fromMs: number | null): fromMs is number => fromMs !== null && fromMs >= 0;
const says = (range: Range, from: number | undefined, to: number | undefined, time: LocalTime): boolean =>
  startOf(range, time) === from && endOf(range, time) === to;

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
  const address = useAddress(reportAddress);
  // The end is the server's clock: by the clock of a browser that is behind, the latest events would be missing.
  const [openedMs] = useState(useServerNow(DAY_MS));
  const time = useLocalTime();
  const [range, setTyped] = useState(() => rangeOf(address.value, openedMs, time));
  const fromMs = startOf(range, time);
  const toMs = endOf(range, time);
  const fault = rangeFault(fromMs, toMs);
  // The screen shows the time in the address, also after Back; a typed value goes into the address when it is a valid
  // time.
  const { from, to } = address.value;
  const named = `${from} ${to}`;
  const [shown, setShown] = useState(named);
  if (shown !== named) {
    setShown(named);
    if (!says(range, from, to, time)) setTyped(rangeOf({ from, to }, openedMs, time));
  }
  const setRange = (typed: Range, show = address.replace): void => {
    setTyped(typed);
    const [start, stop] = [startOf(typed, time), endOf(typed, time)];
    if (isNamed(start) && stop !== null && rangeFault(start, stop) === null) show({ from: start, to: stop });
  };
  const report = useQuery({
    queryKey: ["report", fromMs, toMs],
    queryFn: ({ signal }) => valueOf(system.report(fromMs ?? 0, toMs ?? 0, signal)),
    enabled: isNamed(fromMs) && toMs !== null && fault === null,
    placeholderData: keepPreviousData,
  });
  const { data } = report;
  return (
    <Page title={say("report.title")}>
      {address.unreadable ? <BadLink /> : null}
      <Card>
        <div className={form.row}>
          <MomentField
            label={say("report.from")}
            end="from"
            value={range.from}
            onChange={(text) => setRange({ ...range, from: text })}
            error={fault ?? undefined}
          />
          <MomentField
            label={say("report.to")}
            end="to"
            value={range.to}
            onChange={(text) => setRange({ ...range, to: text })}
            error={fault ?? undefined}
          />
        </div>
        <p className={form.small}>{say("report.zone", { zone: ownZone() })}</p>
      </Card>
      {report.isLoading ? <LoadingState text={say("report.loading")} /> : null}
      {report.isError ? (
        <ErrorState
          title={say("report.failed")}
          reason={reasonOf(report.error)}
          retryLabel={say("app.retry")}
          onRetry={() => void report.refetch()}
        />
      ) : null}
      {data && fault === null ? (
        <>
          {data.truncated ? (
            <Notice tone="warn">
              {say("report.truncated", { count: data.orchidEvents.length + data.streamEvents.length })}
            </Notice>
          ) : null}
          <EventsCard
            key={`${data.start} ${data.stop}`}
            report={data}
            onZoom={(zoomed) => setRange(rangeBetween(zoomed.from, zoomed.to + MINUTE_MS, time), address.open)}
          />
          <StatsCard report={data} />
        </>
      ) : null}
      <LogCard />
      {isAdmin ? <SupportCard /> : null}
    </Page>
  );
}
