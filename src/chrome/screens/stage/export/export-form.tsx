/**
 * The range, the cameras with their buttons, several cameras as one zip, and the table of formats (document 1, section
 * 2).
 */
import { IconCalendar } from "@tabler/icons-react";
import { type ComponentType, useEffect, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { timeHint } from "#chrome/use-shown-time.ts";
import { exportRange } from "#domain/recordings/export-rules.ts";
import { lengthLabel } from "#domain/timeline/strip/stills.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ISO_TIME, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { zoneName as shownZone } from "#domain/timeline/zone.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import css from "./export.module.css";
import { ExportRow } from "./export-row.tsx";
import { ExportRuns } from "./export-runs.tsx";
import { ExportZip, ZipProof } from "./export-zip.tsx";
import { type CameraViews, useZipViews } from "./use-zip-views.ts";
import { readTime } from "#domain/timeline/read-time.ts";
import { FormatTable } from "./format-table.tsx";

export interface ExportFormProps {
  readonly actions: ExportActions;
  /** the cameras that may be exported */
  readonly cameras: readonly CameraFacts[];
  /** the cameras that are ticked at first (`cameraKey`) */
  readonly ticked?: readonly string[];
  readonly startMs: number;
  readonly stopMs: number;
  /** IANA name */
  readonly zoneName: string;
  /** how dates are written */
  readonly timeStyle?: TimeStyle;
  readonly maxExportHours: number | null;
  /** for the aggregator: each server has a limit and a name of its own */
  readonly servers?: {
    readonly maxHours: (orchidId: string) => number | null;
    readonly name: (orchidId: string) => string;
  };
  /** of fisheyes; absent: none */
  readonly viewsOf?: (camera: CameraFacts) => CameraViews;
  readonly mobileSafari: boolean;
  /** server ms */
  readonly nowMs: () => number;
  /** a calendar over the dialog, to choose one end of the range */
  readonly Calendar?: ComponentType<CalendarProps>;
  readonly onClose: () => void;
}
export interface CalendarProps {
  readonly title: string;
  readonly timeMs: number;
  readonly streamIds: string;
  readonly onPick: (timeMs: number) => void;
  readonly onClose: () => void;
}

/** Parts of its picture are hidden, and this user may see them. */
const showsMore = ({ isMasked, actions }: CameraFacts): boolean => isMasked === true && actions.unmask;

export function ExportForm(props: ExportFormProps) {
  const {
    Calendar,
    actions,
    cameras,
    zoneName,
    maxExportHours,
    mobileSafari,
    nowMs,
    onClose,
    servers,
    timeStyle = ISO_TIME,
  } = props;
  const say = useText();
  const zone = namedZone(zoneName);
  const textOf = (ms: number): string => writtenTime(ms, zone, "second", timeStyle);
  // A field that the user has not changed stands for what was selected or picked: in the hour that occurs twice the text
  // alone would mean the first occurrence.
  const [picked, setPicked] = useState({ startMs: props.startMs, stopMs: props.stopMs });
  const timeOf = (text: string, pickedMs: number): number | null =>
    text === textOf(pickedMs) ? pickedMs : readTime(text, zone);
  const [calendar, setCalendar] = useState<"startMs" | "stopMs" | null>(null);
  const [from, setFrom] = useState(() => textOf(props.startMs));
  const [to, setTo] = useState(() => textOf(props.stopMs));
  /** streams for the zip, by camera (`cameraKey`) */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() =>
    streamsOf(cameras.filter((camera) => props.ticked?.includes(cameraKey(camera)))),
  );
  const zipViews = useZipViews(props.viewsOf);
  const [unmasked, setUnmasked] = useState(false);
  const offersUnmasked = cameras.some(showsMore);
  const isUnmasked = unmasked && offersUnmasked;
  const alert = useFacts(actions.store, (facts) => facts.alert);

  const startMs = timeOf(from, picked.startMs);
  const stopMs = timeOf(to, picked.stopMs);
  const range = startMs !== null && stopMs !== null ? exportRange(startMs, stopMs, nowMs(), maxExportHours) : null;
  const rangeOf = (camera: CameraFacts): typeof range =>
    range?.ok && servers
      ? exportRange(range.value.startMs, range.value.stopMs, nowMs(), servers.maxHours(camera.orchidId))
      : range;
  // Only cameras that still exist count: a chosen one may have been removed since.
  const zipped = cameras.flatMap((camera) => {
    const streamId = chosen[cameraKey(camera)];
    return streamId === undefined ? [] : [{ camera, streamId }];
  });
  const zipRange = zipped.map(({ camera }) => rangeOf(camera)).find((each) => each?.ok !== true) ?? range;
  const isAggregator = servers !== undefined;
  /** One zip for each server: the aggregator itself exports nothing. */
  const signers = isAggregator
    ? zipped.flatMap(({ camera: { orchidId }, streamId }, at) =>
        zipped.findIndex(({ camera }) => camera.orchidId === orchidId) === at ? [streamId] : [],
      )
    : [];
  const signedBy = signers.join();
  useEffect(() => {
    if (!isAggregator) void actions.open([]);
    else if (signedBy !== "") void actions.open(signedBy.split(","));
  }, [actions, isAggregator, signedBy]);
  // Forgets the errors of another range that the user has seen. An alert that still waits has not been seen, so its
  // stream must stay marked.
  useEffect(() => {
    if (actions.store.get().alert === null) actions.clearErrors();
  }, [actions]);
  const typed = (set: (value: string) => void) => (value: string) => {
    actions.clearErrors();
    set(value);
  };
  const notADate = (value: number | null): string | undefined =>
    value === null ? say("export.not_a_date") : undefined;
  const choose = (key: string, streamId: string | null): void =>
    setChosen((before) => {
      const { [key]: _, ...rest } = before;
      return streamId === null ? rest : { ...rest, [key]: streamId };
    });
  const pick = (end: "startMs" | "stopMs", timeMs: number): void => {
    setPicked((before) => ({ ...before, [end]: timeMs }));
    typed(end === "startMs" ? setFrom : setTo)(textOf(timeMs));
  };
  const end = (which: "startMs" | "stopMs", name: "from" | "to", text: string, timeMs: number | null) => (
    <div className={css.end}>
      <TextField
        label={say(`export.${name}`)}
        hint={timeHint(say("export.timeHint"), timeStyle)}
        value={text}
        onChange={typed(which === "startMs" ? setFrom : setTo)}
        error={notADate(timeMs)}
      />
      {Calendar ? (
        <IconButton label={say(`export.calendar.${name}`)} onPress={() => setCalendar(which)}>
          <IconCalendar size={18} />
        </IconButton>
      ) : null}
    </div>
  );
  return (
    <ClosingDialog title={say("export.title")} onClose={onClose} wide closeLabel={say("export.done")}>
      <div className={css.range}>
        {end("startMs", "from", from, startMs)}
        {end("stopMs", "to", to, stopMs)}
      </div>
      {range?.ok === false ? (
        <p role="alert" className={css.fault}>
          <FailureWords of={range.error} />
        </p>
      ) : null}
      {range?.ok ? (
        <p className={css.note}>
          {say("export.length", {
            length: lengthLabel(range.value.stopMs - range.value.startMs),
            zone: shownZone(range.value.startMs, zone),
          })}
        </p>
      ) : null}
      {offersUnmasked ? (
        <Checkbox isSelected={unmasked} onChange={setUnmasked}>
          {say("export.unmasked")}
        </Checkbox>
      ) : null}
      {cameras.length === 0 ? <p>{say("export.none")}</p> : null}
      {cameras.length > 1 ? (
        <div className={css.all}>
          <Checkbox
            isSelected={zipped.length === cameras.length}
            isIndeterminate={zipped.length > 0 && zipped.length < cameras.length}
            onChange={(on) => setChosen(on ? { ...streamsOf(cameras), ...chosen } : {})}
          >
            {say("export.all", { count: cameras.length })}
          </Checkbox>
          <span className={css.note}>{say("export.ticked", { count: zipped.length })}</span>
        </div>
      ) : null}
      <ul className={css.list} aria-label={say("export.cameras")}>
        {cameras.map((camera) => {
          const own = rangeOf(camera);
          const key = cameraKey(camera);
          return (
            <ExportRow
              key={key}
              camera={camera}
              actions={actions}
              range={own?.ok ? own.value : null}
              refusal={range?.ok && own?.ok === false ? own.error : null}
              server={servers?.name(camera.orchidId)}
              pictureMs={startMs ?? props.startMs}
              mobileSafari={mobileSafari}
              {...zipViews.of(camera)}
              zipViews={zipViews.chosen(camera)}
              onZipViews={(ids) => (ids.length > 0 ? zipViews.choose(camera, ids) : choose(key, null))}
              zoneName={zoneName}
              chosenStreamId={chosen[key] ?? null}
              isUnmasked={isUnmasked && showsMore(camera)}
              onChoose={(streamId) => choose(key, streamId)}
            />
          );
        })}
      </ul>
      <div className={css.work}>
        {cameras.length > 0 ? (
          <ExportZip
            actions={actions}
            streamIds={zipped.map(({ streamId }) => streamId)}
            views={zipViews.ordered(zipped)}
            isUnmasked={isUnmasked && zipped.some(({ camera }) => showsMore(camera))}
            range={zipRange?.ok ? zipRange.value : null}
            mobileSafari={mobileSafari}
            zoneName={zoneName}
          />
        ) : null}
        <ExportRuns
          actions={actions}
          cameraName={(streamId) => cameras.find(({ streams }) => streams.some(({ id }) => id === streamId))?.name}
          serverName={servers?.name}
          countAt={(orchidId) => zipped.filter(({ camera }) => orchidId === "" || camera.orchidId === orchidId).length}
          zoneName={zoneName}
          timeStyle={timeStyle}
        />
      </div>
      {cameras.length > 0 ? <ZipProof actions={actions} serverName={servers?.name} /> : null}
      <FormatTable mobileSafari={mobileSafari} />
      {Calendar && calendar !== null ? (
        <Calendar
          title={say(calendar === "startMs" ? "export.calendar.from" : "export.calendar.to")}
          timeMs={Math.min((calendar === "startMs" ? startMs : stopMs) ?? picked[calendar], nowMs())}
          streamIds={(zipped.length > 0
            ? zipped.map(({ streamId }) => streamId)
            : Object.values(streamsOf(cameras))
          ).join()}
          onPick={(timeMs) => pick(calendar, timeMs)}
          onClose={() => setCalendar(null)}
        />
      ) : null}
      {alert === null ? null : (
        <AlertDialog
          title={say("export.title")}
          isOpen
          onClose={() => actions.dismissAlert()}
          closeLabel={say("app.ok")}
        >
          <FailureWords of={alert} />
        </AlertDialog>
      )}
    </ClosingDialog>
  );
}

/** Each camera's own stream, by `cameraKey`. */
const streamsOf = (cameras: readonly CameraFacts[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cameras.flatMap((camera) => {
      const id = camera.primaryStreamId ?? camera.streams[0]?.id;
      return id === undefined ? [] : [[cameraKey(camera), id]];
    }),
  );
