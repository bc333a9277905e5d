/**
 * The range, the cameras with their buttons, several cameras as one zip, and the table of formats (document 1, section
 * 2).
 */
import { useEffect, useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import { AlertDialog } from "#chrome/kit/dialog/alert-dialog.tsx";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { Checkbox } from "#chrome/kit/field/checkbox.tsx";
import { TextField } from "#chrome/kit/field/text-field.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { exportRange, formatsFor } from "#domain/recordings/export-rules.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { formatLocal, zoneName as shownZone } from "#domain/timeline/zone.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import css from "./export.module.css";
import { ExportRow } from "./export-row.tsx";
import { ExportZip } from "./export-zip.tsx";
import { readTime } from "./read-time.ts";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "#chrome/kit/table/table.tsx";

export interface ExportFormProps {
  readonly actions: ExportActions;
  /** the cameras that may be exported */
  readonly cameras: readonly CameraFacts[];
  readonly startMs: number;
  readonly stopMs: number;
  /** IANA name */
  readonly zoneName: string;
  readonly maxExportHours: number | null;
  /** for the aggregator: each server has a limit and a name of its own */
  readonly servers?: {
    readonly maxHours: (orchidId: string) => number | null;
    readonly name: (orchidId: string) => string;
  };
  readonly mobileSafari: boolean;
  /** server ms */
  readonly nowMs: () => number;
  readonly onClose: () => void;
}

/** Parts of its picture are hidden, and this user may see them. */
const showsMore = ({ isMasked, actions }: CameraFacts): boolean => isMasked === true && actions.unmask;

const two = (value: number): string => String(value).padStart(2, "0");
const lengthOf = (ms: number): string => {
  const seconds = Math.round(ms / 1000);
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
};

export function ExportForm(props: ExportFormProps) {
  const { actions, cameras, zoneName, maxExportHours, mobileSafari, nowMs, onClose, servers } = props;
  const say = useText();
  const zone = namedZone(zoneName);
  const textOf = (ms: number): string => formatLocal(ms, zone, "yyyy-MM-dd HH:mm:ss");
  // A field that the user has not changed stands for the selection itself: in the hour that occurs twice the text alone
  // would mean the first occurrence.
  const timeOf = (text: string, selectedMs: number): number | null =>
    text === textOf(selectedMs) ? selectedMs : readTime(text, zone);
  const [from, setFrom] = useState(() => textOf(props.startMs));
  const [to, setTo] = useState(() => textOf(props.stopMs));
  /** streams for the zip, by camera (`cameraKey`) */
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const [unmasked, setUnmasked] = useState(false);
  const offersUnmasked = cameras.some(showsMore);
  const isUnmasked = unmasked && offersUnmasked;
  const alert = useFacts(actions.store, (facts) => facts.alert);

  const startMs = timeOf(from, props.startMs);
  const stopMs = timeOf(to, props.stopMs);
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
  return (
    <ClosingDialog title={say("export.title")} onClose={onClose} wide closeLabel={say("export.done")}>
      <div className={css.range}>
        <TextField
          label={say("export.from")}
          hint={say("export.timeHint")}
          value={from}
          onChange={typed(setFrom)}
          error={notADate(startMs)}
        />
        <TextField
          label={say("export.to")}
          hint={say("export.timeHint")}
          value={to}
          onChange={typed(setTo)}
          error={notADate(stopMs)}
        />
      </div>
      {range?.ok === false ? (
        <p role="alert" className={css.fault}>
          <FailureWords of={range.error} />
        </p>
      ) : null}
      {range?.ok ? (
        <p className={css.note}>
          {say("export.length", {
            length: lengthOf(range.value.stopMs - range.value.startMs),
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
              zoneName={zoneName}
              chosen={chosen[key] !== undefined}
              isUnmasked={isUnmasked && showsMore(camera)}
              onChoose={(streamId) => choose(key, streamId)}
            />
          );
        })}
      </ul>
      {cameras.length > 0 ? (
        <ExportZip
          actions={actions}
          streamIds={zipped.map(({ streamId }) => streamId)}
          isUnmasked={isUnmasked && zipped.some(({ camera }) => showsMore(camera))}
          range={zipRange?.ok ? zipRange.value : null}
          serverName={servers?.name}
          countAt={(orchidId) => zipped.filter(({ camera }) => camera.orchidId === orchidId).length}
          mobileSafari={mobileSafari}
          zoneName={zoneName}
        />
      ) : null}
      <FormatTable mobileSafari={mobileSafari} />
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

/** Which format suits whom: extension, description, and the players that we recommend. */
function FormatTable({ mobileSafari }: { readonly mobileSafari: boolean }) {
  const say = useText();
  return (
    <section className={css.formats}>
      <h3 className={css.heading}>{say("export.formats")}</h3>
      <Table aria-label={say("export.formats")}>
        <TableHeader>
          <Column isRowHeader>{say("export.column.format")}</Column>
          <Column>{say("export.column.what")}</Column>
          <Column>{say("export.column.players")}</Column>
        </TableHeader>
        <TableBody>
          {formatsFor(true, mobileSafari).map(({ format, extension, players }) => (
            <Row key={format} id={format}>
              <Cell>{extension}</Cell>
              <Cell>{say(`export.format.${format}`)}</Cell>
              <Cell>{players.join(", ")}</Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}
