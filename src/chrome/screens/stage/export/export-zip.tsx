/** The chosen cameras as one zip with a signed manifest. */
import { useState } from "react";
import type { ExportActions } from "#actions/export-actions.ts";
import { Button } from "#chrome/kit/button.tsx";
import { Progress } from "#chrome/kit/progress.tsx";
import { Select } from "#chrome/kit/select.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { type ExportRange, formatsFor } from "#domain/export-rules.ts";
import { exportIsBusy, ZIP_KEY } from "#state/export-store.ts";
import css from "./export.module.css";

export interface ExportZipProps {
  readonly actions: ExportActions;
  readonly streamIds: readonly string[];
  /** null: the range is wrong */
  readonly range: ExportRange | null;
  readonly mobileSafari: boolean;
}

export function ExportZip({ actions, streamIds, range, mobileSafari }: ExportZipProps) {
  const say = useText();
  const [format, setFormat] = useState<"mkv" | "mov">("mkv");
  const run = useFacts(actions.store, (facts) => facts.byKey[ZIP_KEY]);
  const fingerprint = useFacts(actions.store, (facts) => facts.fingerprint);
  const busy = exportIsBusy(run);
  const count = streamIds.length;
  const begin = (): void => {
    if (range === null) return;
    if (run) actions.cancel(ZIP_KEY);
    void actions.begin({ key: ZIP_KEY, streamIds, range, format, zip: true });
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
      {run?.phase === "running" ? (
        <Progress label={say("export.runningZip", { count })} percent={Math.round(run.share * 100)} />
      ) : null}
      {run && (run.phase === "checking" || run.phase === "waiting") ? (
        <output>{say(`export.${run.phase}`)}</output>
      ) : null}
      {busy ? (
        <Button size="small" tone="quiet" aria-label={say("export.cancelZip")} onPress={() => actions.cancel(ZIP_KEY)}>
          {say("app.cancel")}
        </Button>
      ) : null}
      {run?.phase === "failed" ? <p className={css.fault}>{run.error}</p> : null}
      {run?.phase === "ready" ? (
        <output className={css.ready}>
          {say("export.ready", { name: run.name ?? "" })}{" "}
          <Button size="small" tone="quiet" onPress={() => actions.again(ZIP_KEY)}>
            {say("export.again")}
          </Button>
        </output>
      ) : null}
      {fingerprint ? <p className={css.note}>{say("export.fingerprint", { fingerprint })}</p> : null}
    </section>
  );
}
