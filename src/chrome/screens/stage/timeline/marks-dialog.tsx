/**
 * Bookmarks and evidence locks: makes them for a range (initially the selection, or the playhead) and lists those that
 * the timeline has loaded.
 */
import type { Failure } from "#domain/failures/failure.ts";
import { IconBookmark, IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { epochMs } from "#actions/epoch.ts";
import type { MarkKind } from "#actions/timeline/mark-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { intoSight } from "#chrome/kit/browser/into-sight.ts";
import { Select } from "#chrome/kit/field/select.tsx";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "#chrome/kit/table/table.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraNames } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { useShownTime, useTimeHint } from "#chrome/use-shown-time.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { selectedRange } from "#domain/timeline/timeline-state.ts";
import type { ZoneOffset } from "#domain/timeline/zone.ts";
import { cameraKey } from "#state/camera-store.ts";
import { type TimelineMark, timelineTime, zoneOf } from "#state/timeline-store.ts";
import { readTime } from "#domain/timeline/read-time.ts";
import css from "./marks-dialog.module.css";
import { Moment } from "./moment.tsx";
import { useLanes } from "./use-lanes.ts";

const ALL = "all";

export default function MarksDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useText();
  return (
    <ClosingDialog title={say("marks.title")} onClose={onClose} wide="full" closeLabel={say("app.close")}>
      <NewMark />
      <KnownMarks onGo={onClose} />
    </ClosingDialog>
  );
}

/**
 * The range to mark: initially the selection, otherwise the instant that was shown when the dialog opened; then the
 * typed values. The end may stay empty, which marks an instant. Server ms, null when the typed text is not a time.
 */
function useMarked(zone: ZoneOffset) {
  const { stores } = useProduct();
  const { second } = useShownTime();
  const shown = (ms: number): string => second(ms, zone);
  const [first] = useState(() => {
    const facts = stores.timeline.get();
    const range = selectedRange(facts.state);
    if (range) return { ...range, from: shown(range.startMs), to: shown(range.stopMs) };
    const time = Math.round(timelineTime(facts, epochMs()));
    return { startMs: time, stopMs: time, from: shown(time), to: "" };
  });
  const [from, setFrom] = useState(first.from);
  const [to, setTo] = useState(first.to);
  // A field that the user has not changed keeps its milliseconds.
  const startMs = from === first.from ? first.startMs : readTime(from, zone);
  const typedStopMs = to === first.to ? first.stopMs : readTime(to, zone);
  const stopMs = to.trim() === "" ? startMs : typedStopMs;
  const isRange = startMs !== null && stopMs !== null && stopMs > startMs;
  const inOrder = isRange || (startMs !== null && stopMs === startMs);
  return { from, setFrom, to, setTo, startMs, stopMs, isRange, range: inOrder ? { startMs, stopMs } : null };
}

function NewMark() {
  const { stores } = useProduct();
  const { marks } = useWorkspace();
  const say = useText();
  const lanes = useLanes();
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const marked = useMarked(namedZone(useFacts(stores.timeline, zoneOf)));
  const timeHint = useTimeHint(say("export.timeHint"));
  const [camera, setCamera] = useState<string>(ALL);
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const chosen = lanes.filter((lane) => camera === ALL || lane.camera === camera);
  const mayLock = chosen.length > 0 && chosen.every((lane) => byKey[lane.camera]?.actions.export === true);
  const { range } = marked;
  const stopFault = marked.stopMs === null ? "export.not_a_date" : "marks.order";
  const add = async (kind: MarkKind): Promise<void> => {
    if (!range) return;
    setBusy(true);
    // Evidence covers every stream of a camera; a bookmark belongs to the one stream that the timeline shows.
    const streams = chosen.flatMap((lane) =>
      kind === "lock" ? (byKey[lane.camera]?.streams ?? []).map(({ id }) => id) : [lane.streamId],
    );
    const answer = await marks.add(kind, streams, range, text.trim());
    setBusy(false);
    setFailure(answer.ok ? null : answer.error);
    if (answer.ok) setText("");
  };
  return (
    <section className={css.form}>
      <div className={css.fields}>
        <TextField
          label={say("marks.from")}
          hint={timeHint}
          value={marked.from}
          onChange={marked.setFrom}
          error={marked.startMs === null ? say("export.not_a_date") : undefined}
        />
        <TextField
          label={say("marks.to")}
          hint={say("marks.toHint")}
          value={marked.to}
          onChange={marked.setTo}
          error={range || marked.startMs === null ? undefined : say(stopFault)}
        />
        <Select
          label={say("marks.camera")}
          options={[
            { id: ALL, label: say("marks.allCameras", { count: lanes.length }) },
            ...lanes.map((lane) => ({ id: lane.camera, label: lane.name })),
          ]}
          value={camera}
          onChange={setCamera}
        />
        <TextField label={say("marks.text")} value={text} onChange={setText} maxLength={500} />
      </div>
      {failure === null ? null : (
        <p ref={intoSight} role="alert">
          <FailureWords of={failure} />
        </p>
      )}
      <div className={css.buttons}>
        <Button
          tone="primary"
          isDisabled={busy || !range || chosen.length === 0 || text.trim() === ""}
          onPress={() => void add("bookmark")}
        >
          <IconBookmark size={16} aria-hidden="true" /> {say("marks.addBookmark")}
        </Button>
        <Button isDisabled={busy || !marked.isRange || !mayLock} onPress={() => void add("lock")}>
          <IconLock size={16} aria-hidden="true" /> {say("marks.addLock")}
        </Button>
        <span className={css.hint}>
          {say(!marked.isRange ? "marks.lockNeedsRange" : mayLock ? "marks.lockHint" : "marks.lockDenied")}
        </span>
      </div>
    </section>
  );
}

function KnownMarks({ onGo }: { readonly onGo: () => void }) {
  const { stores } = useProduct();
  const { timeline, marks } = useWorkspace();
  const say = useText();
  const known = useFacts(stores.timeline, (facts) => facts.marks);
  const byKey = useFacts(stores.cameras, (facts) => facts.byKey);
  const zone = namedZone(useFacts(stores.timeline, zoneOf));
  const [failure, setFailure] = useState<Failure | null>(null);
  const { second } = useShownTime();
  const at = (ms: number): string => second(ms, zone);
  const nameOfCamera = useCameraNames();
  const nameOf = (streamId: string | null): string => {
    if (streamId === null) return say("marks.everyCamera");
    const camera = Object.values(byKey).find(({ streams }) => streams.some(({ id }) => id === streamId));
    const stream = camera?.streams.find(({ id }) => id === streamId);
    if (!camera) return say("marks.goneCamera");
    const name = nameOfCamera(cameraKey(camera)) ?? camera.name;
    return stream && camera.streams.length > 1 ? `${name}, ${stream.name}` : name;
  };
  const remove = async (mark: TimelineMark): Promise<void> => {
    const answer = await marks.remove(mark);
    setFailure(answer.ok ? null : answer.error);
  };
  const go = (mark: TimelineMark): void => {
    timeline.seek(mark.startMs, "jump");
    if (mark.stopMs > mark.startMs) timeline.select({ startMs: mark.startMs, stopMs: mark.stopMs });
    onGo();
  };
  return (
    <>
      {failure === null ? null : (
        <p ref={intoSight} role="alert">
          <FailureWords of={failure} />
        </p>
      )}
      <div className={css.list}>
        <Table aria-label={say("marks.title")}>
          <TableHeader>
            <Column>{say("marks.kind")}</Column>
            <Column isRowHeader>{say("marks.text")}</Column>
            <Column>{say("marks.camera")}</Column>
            <Column>{say("marks.from")}</Column>
            <Column>{say("marks.to")}</Column>
            <Column>
              <span className={css.whole}>{say("marks.by")}</span>
            </Column>
            <Column>{""}</Column>
          </TableHeader>
          <TableBody
            items={known.map((mark) => ({ ...mark, id: `${mark.kind}/${mark.orchidId ?? ""}/${mark.id}`, mark }))}
            dependencies={[known]}
            renderEmptyState={() => say("marks.none")}
          >
            {({ mark }) => (
              <Row>
                <Cell>
                  <span className={css.kind} data-kind={mark.kind}>
                    {mark.kind === "lock" ? (
                      <IconLock size={14} aria-hidden="true" />
                    ) : (
                      <IconBookmark size={14} aria-hidden="true" />
                    )}
                    {say(`marks.${mark.kind}`)}
                  </span>
                </Cell>
                <Cell>{mark.text === "" ? "–" : mark.text}</Cell>
                <Cell>{nameOf(mark.streamId)}</Cell>
                <Cell>
                  <Moment text={at(mark.startMs)} />
                </Cell>
                <Cell>
                  {mark.stopMs > mark.startMs ? <Moment text={at(mark.stopMs)} /> : <span className={css.none}>–</span>}
                </Cell>
                <Cell>
                  <span className={css.whole}>{mark.createdBy}</span>
                </Cell>
                <Cell>
                  <span className={css.whole}>
                    <Button size="small" tone="quiet" onPress={() => go(mark)}>
                      {say("timeline.events.go")}
                    </Button>
                    {mark.removable ? (
                      <Button size="small" tone="quiet" onPress={() => void remove(mark)}>
                        {say("marks.remove")}
                      </Button>
                    ) : null}
                  </span>
                </Cell>
              </Row>
            )}
          </TableBody>
        </Table>
      </div>
    </>
  );
}
