import { reportedFailure } from "#actions/reported-failure.ts";
import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { useMemo, useState } from "react";
import type { SystemReport } from "#actions/administration/system-actions.ts";
import { binOf, zoomChart } from "#domain/servers/report.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { CHART_BINS, EventsChart } from "./events-chart.tsx";
import css from "./report.module.css";

interface EventRow {
  readonly id: string;
  readonly what: Wording;
  readonly descriptiveWhere: string;
  readonly when: number;
}
/** The maximum number of listed rows; the chart narrows the list. */
const LISTED_MAX = 200;
/** The list scrolls inside its card and contains nothing that can take the focus. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** Server events over time; a click on the chart lists the events of that time. */
export function EventsCard(props: {
  readonly report: SystemReport;
  readonly onZoom: (range: { readonly from: number; readonly to: number }) => void;
}) {
  const { report, onZoom } = props;
  const say = useText();
  const [bin, setBin] = useState<number | null>(null);
  const server = say("report.server");
  const removed = say("report.removedCamera");
  const events = useMemo((): EventRow[] => {
    const names = new Map(
      report.cameras.flatMap((camera) =>
        camera.streams.map((stream) => [stream.id, `${camera.name}/${stream.name}`] as const),
      ),
    );
    const cameraNames = new Map(report.cameras.map((camera) => [camera.id, camera.name]));
    return [...report.orchidEvents, ...report.streamEvents]
      .map(({ id, type, message, when, streamId, cameraId, ...said }) => ({
        id,
        what: reportedFailure(said, message) ?? type,
        descriptiveWhere:
          names.get(streamId ?? "") ?? cameraNames.get(cameraId ?? "") ?? (streamId || cameraId ? removed : server),
        when,
      }))
      .sort((a, b) => b.when - a.when);
  }, [report, server, removed]);

  const binMs = (report.stop - report.start) / CHART_BINS;
  const from = bin === null ? report.start : report.start + bin * binMs;
  const to = bin === null ? report.stop : from + binMs;
  const listed = events.filter(({ when }) => {
    const own = binOf(when, report.start, report.stop, CHART_BINS);
    return bin === null ? own !== null : own === bin;
  });
  const { second: time } = useShownTime();
  const zoom = (): void => {
    const next = zoomChart(listed);
    if (next.ok) onZoom(next.value);
    else showToast({ text: next.error, tone: "info" });
  };

  return (
    <Card
      title={say("report.events")}
      flush
      actions={
        <>
          <Button size="small" isDisabled={bin === null} onPress={() => setBin(null)}>
            {say("report.showAll")}
          </Button>
          <Button size="small" onPress={zoom}>
            {say("report.zoom")}
          </Button>
        </>
      }
    >
      <EventsChart
        label={say("report.chart")}
        events={events}
        fromMs={report.start}
        toMs={report.stop}
        onBin={setBin}
      />
      <p className={css.selected} aria-live="polite">
        {say("report.selected", { count: listed.length, from: time(from), to: time(to) })}
      </p>
      {listed.length === 0 ? (
        <EmptyState title={say("report.noEvents")} />
      ) : (
        <div className={css.events} {...scrolledByKeys}>
          <DataTable
            label={say("report.events")}
            rows={listed.slice(0, LISTED_MAX)}
            rowKey={(row) => row.id}
            columns={[
              { id: "what", label: say("report.what"), render: (row) => <FailureWords of={row.what} /> },
              { id: "where", label: say("report.where"), render: (row) => row.descriptiveWhere },
              { id: "when", label: say("report.when"), render: (row) => time(row.when) },
            ]}
          />
        </div>
      )}
      {listed.length > LISTED_MAX ? (
        <p className={css.selected}>{say("report.more", { count: listed.length - LISTED_MAX })}</p>
      ) : null}
    </Card>
  );
}
