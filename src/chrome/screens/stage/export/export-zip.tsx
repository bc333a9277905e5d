/** The chosen cameras as one zip with a signed manifest. */
import { useState } from "react";
import type { ExportActions } from "#actions/recordings/export-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { Progress } from "#chrome/kit/feedback/progress.tsx";
import { Select } from "#chrome/kit/field/select.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { type ExportRange, formatsFor } from "#domain/recordings/export-rules.ts";
import { type ExportRun, exportIsBusy, isZipKey, ZIP_KEY, zipServer } from "#state/export-store.ts";
import css from "./export.module.css";

export interface ExportZipProps {
  readonly actions: ExportActions;
  readonly streamIds: readonly string[];
  /** without privacy masks */
  readonly isUnmasked?: boolean;
  /** null: the range is invalid */
  readonly range: ExportRange | null;
  readonly mobileSafari: boolean;
  /** the time zone that the file names use */
  readonly zoneName: string;
  /** the names of the aggregator's servers: each makes a zip of its own cameras */
  readonly serverName?: ((orchidId: string) => string) | undefined;
  /** how many of the streams belong to that server */
  readonly countAt?: ((orchidId: string) => number) | undefined;
}

export function ExportZip(props: ExportZipProps) {
  const { actions, streamIds, range, mobileSafari, zoneName: zone, serverName, countAt } = props;
  const say = useText();
  const [format, setFormat] = useState<"mkv" | "mov">("mkv");
  const byKey = useFacts(actions.store, (facts) => facts.byKey);
  const runs = Object.entries(byKey).filter(([key]) => isZipKey(key));
  const fingerprints = useFacts(actions.store, (facts) => facts.fingerprints);
  const busy = runs.some(([, run]) => exportIsBusy(run));
  const count = streamIds.length;
  /** The server's name; empty when there is only one server. */
  const before = (serverId: string): string => (serverId === "" ? "" : `${serverName?.(serverId) ?? ""}: `);
  const begin = (): void => {
    if (range === null) return;
    if (runs.length > 0) actions.cancel(ZIP_KEY);
    const title = (cameras: number): string => say("export.zipTitle", { count: cameras });
    void actions.begin({
      key: ZIP_KEY,
      streamIds,
      range,
      format,
      zip: true,
      zone,
      title,
      isUnmasked: props.isUnmasked ?? false,
    });
  };
  return (
    <section className={css.zip} aria-label={say("export.several")}>
      <h3 className={css.heading}>{say("export.several")}</h3>
      <p className={css.note}>{say("export.severalHint")}</p>
      <div className={css.zipRow}>
        <Select
          label={say("export.format")}
          value={format}
          options={formatsFor(false, mobileSafari).flatMap((each) =>
            each.format === "dewarp" ? [] : [{ id: each.format, label: each.extension }],
          )}
          onChange={setFormat}
        />
        <Button isDisabled={range === null || count === 0 || busy} onPress={begin}>
          {say("export.zip", { count })}
        </Button>
      </div>
      {runs.map(([key, run]) => {
        const server = zipServer(key);
        return (
          <div key={key}>
            <Standing
              run={run}
              server={before(server)}
              count={server === "" ? count : (countAt?.(server) ?? count)}
              onAgain={() => actions.again(key)}
            />
          </div>
        );
      })}
      {busy ? (
        <Button size="small" tone="quiet" aria-label={say("export.cancelZip")} onPress={() => actions.cancel(ZIP_KEY)}>
          {say("app.cancel")}
        </Button>
      ) : null}
      {fingerprints.map(({ serverId, fingerprint }) => (
        <p key={serverId} className={css.note}>
          {before(serverId)}
          {say("export.fingerprint", { fingerprint })}
        </p>
      ))}
    </section>
  );
}

/** The progress of one zip. `server`: the server's name before each text; "" when there is only one server. */
function Standing(props: {
  readonly run: ExportRun;
  readonly server: string;
  readonly count: number;
  readonly onAgain: () => void;
}) {
  const { run, server, count } = props;
  const say = useText();
  if (run.phase === "running")
    return <Progress label={server + say("export.runningZip", { count })} percent={Math.round(run.share * 100)} />;
  if (run.phase === "failed")
    return (
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
    );
  if (run.phase !== "ready") return <output>{server + say(`export.${run.phase}`)}</output>;
  return (
    <output className={css.ready}>
      {server + say("export.ready", { name: run.name ?? "" })}{" "}
      <Button size="small" tone="quiet" onPress={props.onAgain}>
        {say("export.again")}
      </Button>
    </output>
  );
}
