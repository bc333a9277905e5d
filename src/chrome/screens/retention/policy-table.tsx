import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { type Failure, failure as failureOf } from "#domain/failures/failure.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AdminCamera, CameraUse } from "#actions/administration/camera-admin-actions.ts";
import {
  estimateRetention,
  maySaveRetention,
  msToDays,
  type RecordedCamera,
  type RetentionChoice,
  retentionMs,
  retentionWarning,
  roundDays,
} from "#domain/recordings/retention.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { showToast } from "#chrome/kit/feedback/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import form from "../administration/forms/form.module.css";
import { daysWords } from "../administration/streams/use-words.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { DesiredRetention } from "./desired-retention.tsx";
import css from "./retention.module.css";

const DAY_S = 86_400;
const savedChoice = ({ retention }: AdminCamera): RetentionChoice => ({
  override: retention > 0,
  daysDesired: retention > 0 ? String(roundDays(msToDays(retention))) : "",
});

/** Automatic or an override in days for each camera, with the retention that results on this disk. */
export function PolicyTable(props: {
  readonly cameras: readonly AdminCamera[];
  readonly use: CameraUse;
  readonly maxUsage: number;
  readonly trial: boolean;
  /** the longest time that the license allows, ms; 0 = no limit */
  readonly licensedMs: number;
}) {
  const { cameras: list, use, maxUsage, trial, licensedMs } = props;
  const { cameras } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, RetentionChoice>>>({});
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const choiceOf = (camera: AdminCamera): RetentionChoice => typed[camera.id] ?? savedChoice(camera);
  const rows = list.map((camera) => ({ camera, saved: savedChoice(camera), now: choiceOf(camera) }));
  const used = new Map(use.cameras.map((each) => [each.id, each]));
  const recorded = rows.map(({ camera, now }): RecordedCamera => {
    const own = used.get(camera.id);
    const wanted = retentionMs(now);
    return {
      id: camera.id,
      bytesRecorded: own?.bytesRecorded ?? 0,
      secondsRecorded: own?.secondsRecorded ?? 0,
      secondsSpanned: (own?.calendarDays ?? 0) * DAY_S,
      isMotionOnly: own?.isMotionOnly ?? false,
      bytesEstimatedPerDay: own?.bytesEstimatedPerDay,
      retention: wanted.ok ? wanted.value : camera.retention,
    };
  });
  const estimates = estimateRetention(recorded, maxUsage, licensedMs);
  const estimated = estimates.reduce((sum, each) => sum + (each.bytes ?? 0), 0);
  const warning = retentionWarning(estimated, maxUsage, trial);
  const byId = new Map(estimates.map((each) => [each.id, each]));
  // The function keeps its identity, so that unchanged rows do not render again.
  const change = useCallback(
    (camera: AdminCamera, part: Partial<RetentionChoice>): void =>
      setTyped((known) => ({ ...known, [camera.id]: { ...(known[camera.id] ?? savedChoice(camera)), ...part } })),
    [],
  );

  const save = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    let refused: Failure | null = null;
    for (const { camera, saved, now } of rows) {
      const wanted = retentionMs(now);
      const before = retentionMs(saved);
      if (!wanted.ok || (before.ok && before.value === wanted.value)) continue;
      const done = await cameras.change(camera.id, { id: camera.id, retention: wanted.value });
      if (!done.ok) {
        refused = failureOf("retention/save-failed", { cause: done.error });
        break;
      }
    }
    await queries.invalidateQueries({ queryKey: ["cameras"] });
    setProcessing(false);
    setFailure(refused);
    if (refused !== null) return;
    setTyped({});
    showToast({ text: say("retention.saved"), tone: "info" });
  };

  return (
    <Card
      title={say("retention.policy")}
      flush
      actions={
        <>
          <Button isDisabled={processing || Object.keys(typed).length === 0} onPress={() => setTyped({})}>
            {say("retention.cancel")}
          </Button>
          <Button tone="primary" isDisabled={processing || !maySaveRetention(rows)} onPress={() => void save()}>
            {say(processing ? "admin.processing" : "retention.save")}
          </Button>
        </>
      }
    >
      {warning === null && failure === null ? null : (
        <div className={css.notices}>
          {failure === null ? null : (
            <Notice tone="bad">
              <FailureWords of={failure} />
            </Notice>
          )}
          {warning === null ? null : (
            <Notice tone="warn">
              <FailureWords of={warning} />
            </Notice>
          )}
        </div>
      )}
      <DataTable
        label={say("retention.policy")}
        rows={rows}
        rowKey={(row) => row.camera.id}
        columns={[
          {
            id: "camera",
            label: say("retention.camera"),
            render: ({ camera }) => (
              <span className={form.inline}>
                {camera.name}
                {camera.recordedFor ? (
                  <span className={form.badge}>{say("camera.recordedFor", { name: camera.recordedFor.name })}</span>
                ) : null}
              </span>
            ),
          },
          {
            id: "estimate",
            label: say("retention.estimated"),
            render: ({ camera }) => {
              const own = byId.get(camera.id);
              if (!own) return null;
              if (own.days === null || own.bytesPerDay === null) return say("retention.noEstimate");
              const estimate = { days: daysWords(say, own.days), bytes: bytesWords(own.bytesPerDay) };
              return say("retention.estimate", estimate) + (used.get(camera.id)?.isMotionOnly ? "*" : "");
            },
          },
          {
            id: "desired",
            label: say("retention.desired"),
            render: ({ camera, now }) => (
              <DesiredRetention
                camera={camera}
                override={now.override}
                daysDesired={now.daysDesired}
                isDisabled={processing || camera.recordedFor !== undefined}
                licensedMs={licensedMs}
                onChange={change}
              />
            ),
          },
        ]}
      />
      {recorded.some((each) => each.isMotionOnly) ? <p className={css.note}>{say("retention.motionOnly")}</p> : null}
    </Card>
  );
}
