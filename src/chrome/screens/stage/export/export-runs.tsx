/** Every export that was begun on this page, also of other ranges: how far it is, how fast it goes, how long it takes. */
import { IconX } from "@tabler/icons-react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { Progress } from "#chrome/kit/feedback/progress.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { lengthLabel } from "#domain/timeline/strip/stills.ts";
import { namedZone } from "#domain/timeline/named-zone.ts";
import { ISO_TIME, type TimeStyle, writtenTime } from "#domain/timeline/written-time.ts";
import { type ExportRun, exportIsBusy, isZipKey, ZIP_KEY, zipServer } from "#state/export-store.ts";
import css from "./export.module.css";

/** This many missing parts of a file are listed. */
const MOST_PARTS = 5;

interface ExportRunsProps {
  readonly actions: ExportActions;
  /** the name of a stream's camera; absent: it is not known any more */
  readonly cameraName: (streamId: string) => string | undefined;
  /** the names of the aggregator's servers */
  readonly serverName?: ((orchidId: string) => string) | undefined;
  /** how many of a server's cameras a zip has whose order says nothing of it */
  readonly countAt: (orchidId: string) => number;
  readonly zoneName: string;
  /** how dates are written */
  readonly timeStyle?: TimeStyle;
}

export function ExportRuns(props: ExportRunsProps) {
  const { actions } = props;
  const say = useText();
  const byKey = useFacts(actions.store, (facts) => facts.byKey);
  // A stream that failed says so in its own row, where its export can be tried again.
  const runs = Object.entries(byKey).filter(
    ([key, run]) => run.phase !== "failed" || isZipKey(key) || key.includes("~"),
  );
  if (runs.length === 0) return null;
  return (
    <section className={css.runs} aria-label={say("export.runs")}>
      <h3 className={css.heading}>{say("export.runs")}</h3>
      <ul className={css.runList}>
        {runs.map(([key, run]) => (
          <li key={key} className={css.run} data-export-run={key}>
            <Run {...props} of={key} run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Run(props: ExportRunsProps & { readonly of: string; readonly run: ExportRun }) {
  const { actions, of: key, run, cameraName, serverName, countAt, zoneName, timeStyle = ISO_TIME } = props;
  const say = useText();
  const isZip = run.order?.zip ?? isZipKey(key);
  const serverId = isZipKey(key) ? zipServer(key) : "";
  const server = serverId === "" ? "" : `${serverName?.(serverId) ?? ""}: `;
  const streamId = run.order?.streamIds[0] ?? key;
  const camera = cameraName(streamId) ?? streamId;
  const count = run.order?.streamIds.length ?? countAt(serverId);
  const zone = namedZone(zoneName);
  const range = run.order?.range;
  const { notReachable = [] } = run;
  const about = range ? (
    <span className={css.note}>
      {say("export.about", {
        from: writtenTime(range.startMs, zone, "second", timeStyle),
        length: lengthLabel(range.stopMs - range.startMs),
        format: run.format === "dewarp" ? "HTML" : run.format.toUpperCase(),
      })}
    </span>
  ) : null;
  if (exportIsBusy(run)) {
    const label = server + say(isZip ? "export.runningZip" : "export.running", { camera, count });
    return (
      <>
        <div>
          {run.phase === "running" ? (
            <Progress label={label} percent={Math.round(run.share * 100)} />
          ) : (
            <output>
              {label}
              {": "}
              {say(run.phase === "checking" ? "export.checking" : "export.waiting")}
            </output>
          )}
          {about}
          {run.pace ? (
            <span className={css.note} data-export-pace="">
              {" · "}
              {say("export.pace", {
                speed: run.pace.speed.toFixed(run.pace.speed < 10 ? 1 : 0),
                left: lengthLabel(Math.ceil(run.pace.leftMs / 1000) * 1000),
              })}
            </span>
          ) : null}
        </div>
        <Button
          size="small"
          tone="quiet"
          aria-label={isZip ? say("export.cancelZip") : say("export.cancelOne", { camera })}
          onPress={() => actions.cancel(key === ZIP_KEY ? ZIP_KEY : key)}
        >
          {say("app.cancel")}
        </Button>
      </>
    );
  }
  const forget = (
    <IconButton size="small" label={say("export.forget")} onPress={() => actions.cancel(key)}>
      <IconX size={14} />
    </IconButton>
  );
  if (run.phase === "failed")
    return (
      <>
        <p className={css.fault}>
          {server}
          <FailureWords of={run.failure} />
          {run.detail === null ? null : (
            <>
              {" ("}
              <FailureWords of={run.detail} />
              {")"}
            </>
          )}
        </p>
        {forget}
      </>
    );
  return (
    <>
      <output className={css.ready}>
        {server + say("export.ready", { name: run.name ?? camera })}{" "}
        <Button size="small" tone="quiet" onPress={() => actions.again(key)}>
          {say("export.again")}
        </Button>
        {notReachable.slice(0, MOST_PARTS).map(({ stream, start, stop }) => (
          <span key={`${stream} ${start}`} className={css.missing}>
            {say("export.notReachable", {
              camera: cameraName(stream) ?? stream,
              from: writtenTime(start, zone, "second", timeStyle),
              length: lengthLabel(stop - start),
            })}
          </span>
        ))}
        {notReachable.length > MOST_PARTS ? (
          <span className={css.missing}>
            {say("export.notReachableMore", { count: notReachable.length - MOST_PARTS })}
          </span>
        ) : null}
      </output>
      {forget}
    </>
  );
}
