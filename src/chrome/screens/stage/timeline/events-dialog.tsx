/** The timeline's motion events as a table: the same facts for users who do not see the picture. */
import type { Failure } from "#domain/failures/failure.ts";
import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { epochMs } from "#actions/epoch.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "#chrome/kit/table/table.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { timelineWindow } from "#state/timeline-window.ts";
import type { LaneStream } from "#state/timeline-lanes.ts";
import { zoneOf } from "#state/timeline-store.ts";
import css from "./control-bar.module.css";
import { Moment } from "./moment.tsx";
import { useLanes } from "./use-lanes.ts";

const MOST_ROWS = 200;
const ONE_DECIMAL = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

interface EventRow {
  readonly id: string;
  readonly camera: string;
  readonly startMs: number;
  /** null while the motion lasts */
  readonly seconds: number | null;
}

/** Two streams of a camera see the same movement: that is one row, of the primary stream. */
function eachOnce(found: readonly FoundMotion[], laneOf: ReadonlyMap<string, LaneStream>): readonly FoundMotion[] {
  return found.filter((one) => {
    const lane = laneOf.get(one.streamId);
    const isSame = (other: FoundMotion): boolean =>
      other.streamId === lane?.streamId && other.start < (one.stop || Infinity) && (other.stop || Infinity) > one.start;
    return lane?.streamId === one.streamId || !found.some(isSame);
  });
}

interface FoundMotion {
  readonly streamId: string;
  readonly start: number;
  /** 0 while it lasts */
  readonly stop: number;
}

export default function EventsDialog({ onClose }: { readonly onClose: () => void }) {
  const { stores } = useProduct();
  const { timeline, recordings } = useWorkspace();
  const intl = useIntl();
  const say = useText();
  const lanes = useLanes();
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  // The table lists the window that was shown when it was opened.
  const [window] = useState(() => timelineWindow(stores.timeline.get(), epochMs()));
  const [laneOf] = useState(() => new Map(lanes.flatMap((lane) => lane.streams.map((id) => [id, lane] as const))));
  const [rows, setRows] = useState<readonly EventRow[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  useEffect(() => {
    let gone = false;
    void recordings.motionEvents([...laneOf.keys()], window, MOST_ROWS).then((answer) => {
      if (gone) return;
      if (!answer.ok) return setFailure(answer.error);
      setRows(
        eachOnce(answer.value, laneOf).map(({ streamId, start, stop }) => ({
          id: `${streamId}/${start}`,
          camera: laneOf.get(streamId)?.name ?? streamId,
          startMs: start,
          seconds: stop > start ? (stop - start) / 1000 : null,
        })),
      );
    });
    return () => {
      gone = true;
    };
  }, [recordings, window, laneOf]);

  const { second } = useShownTime();
  const at = (ms: number): string => second(ms, zone);
  const go = (startMs: number): void => {
    timeline.seek(startMs, "jump");
    onClose();
  };
  return (
    <ClosingDialog title={say("timeline.events.title")} onClose={onClose} wide closeLabel={say("app.close")}>
      <p className={css.note}>{say("timeline.events.of", { from: at(window.startMs), to: at(window.stopMs) })}</p>
      {failure === null ? null : (
        <p role="alert">
          <FailureWords of={failure} />
        </p>
      )}
      {rows && rows.length >= MOST_ROWS ? (
        <p className={css.note}>{say("timeline.events.more", { count: MOST_ROWS })}</p>
      ) : null}
      <Table aria-label={say("timeline.events.title")}>
        <TableHeader>
          <Column isRowHeader>{say("timeline.events.camera")}</Column>
          <Column>{say("timeline.events.start")}</Column>
          <Column>{say("timeline.events.seconds")}</Column>
          <Column>{""}</Column>
        </TableHeader>
        <TableBody
          items={rows ?? []}
          renderEmptyState={() => (rows === null ? say("app.loading") : say("timeline.events.none"))}
        >
          {(row) => (
            <Row>
              <Cell>{row.camera}</Cell>
              <Cell>
                <Moment text={at(row.startMs)} />
              </Cell>
              <Cell>{row.seconds === null ? "…" : intl.formatNumber(row.seconds, ONE_DECIMAL)}</Cell>
              <Cell>
                <Button
                  size="small"
                  aria-label={`${say("timeline.events.go")} ${at(row.startMs)}`}
                  onPress={() => go(row.startMs)}
                >
                  {say("timeline.events.go")}
                </Button>
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </ClosingDialog>
  );
}
