import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Input } from "react-aria-components/Input";
import { Text } from "react-aria-components/Text";
import { TextField } from "react-aria-components/TextField";
import type { AdminCamera, CameraUse } from "#actions/camera-admin-actions.ts";
import {
  estimateRetention,
  bytesText,
  exceedsLicense,
  maySaveRetention,
  msToDays,
  type RecordedCamera,
  type RetentionChoice,
  retentionMs,
  retentionWarning,
  roundDays,
} from "#domain/retention.ts";
import { Button } from "#chrome/kit/button.tsx";
import { DataTable } from "#chrome/kit/data-table.tsx";
import field from "#chrome/kit/field.module.css";
import { Switch } from "#chrome/kit/switch.tsx";
import { showToast } from "#chrome/kit/toast.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/form.module.css";
import { Card, Notice } from "#chrome/screens/administration/page.tsx";
import { daysWords } from "#chrome/screens/administration/use-words.ts";
import { Said } from "#chrome/texts/said.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./retention.module.css";

const DAY_S = 86_400;
const savedChoice = ({ retention }: AdminCamera): RetentionChoice => ({
  override: retention > 0,
  daysDesired: retention > 0 ? String(roundDays(msToDays(retention))) : "",
});

/** Automatic or an override in days per camera, with what it comes to on this disk. */
export function PolicyTable(props: {
  readonly cameras: readonly AdminCamera[];
  readonly use: CameraUse;
  readonly maxUsage: number;
  readonly trial: boolean;
  /** how long the licence lets anything be kept, ms; 0 = no limit */
  readonly licensedMs: number;
}) {
  const { cameras: list, use, maxUsage, trial, licensedMs } = props;
  const { cameras } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<string, RetentionChoice>>>({});
  const [processing, setProcessing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const choiceOf = (camera: AdminCamera): RetentionChoice => typed[camera.id] ?? savedChoice(camera);
  const rows = list.map((camera) => ({ camera, saved: savedChoice(camera), now: choiceOf(camera) }));
  const recorded = rows.map(({ camera, now }): RecordedCamera => {
    const own = use.cameras.find((each) => each.id === camera.id);
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
  const change = (camera: AdminCamera, part: Partial<RetentionChoice>): void =>
    setTyped({ ...typed, [camera.id]: { ...choiceOf(camera), ...part } });

  const save = async (): Promise<void> => {
    setProcessing(true);
    setFailure(null);
    let refused: string | null = null;
    for (const { camera, saved, now } of rows) {
      const wanted = retentionMs(now);
      const before = retentionMs(saved);
      if (!wanted.ok || (before.ok && before.value === wanted.value)) continue;
      const done = await cameras.change(camera.id, { id: camera.id, retention: wanted.value });
      if (!done.ok) {
        refused = say("error.retention_save_failed", { message: done.error });
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
          {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
          {warning === null ? null : <Notice tone="warn">{warning}</Notice>}
        </div>
      )}
      <DataTable
        label={say("retention.policy")}
        rows={rows}
        rowKey={(row) => row.camera.id}
        columns={[
          { id: "camera", label: say("retention.camera"), render: ({ camera }) => camera.name },
          {
            id: "estimate",
            label: say("retention.estimated"),
            render: ({ camera }) => {
              const own = estimates.find((each) => each.id === camera.id);
              const motionOnly = recorded.find((each) => each.id === camera.id)?.isMotionOnly ?? false;
              if (!own) return null;
              if (own.days === null || own.bytesPerDay === null) return say("retention.noEstimate");
              const estimate = { days: daysWords(say, own.days), bytes: bytesText(own.bytesPerDay) };
              return say("retention.estimate", estimate) + (motionOnly ? "*" : "");
            },
          },
          {
            id: "desired",
            label: say("retention.desired"),
            render: ({ camera, now }) => {
              const wanted = retentionMs(now);
              return (
                <div className={css.choice}>
                  <Switch
                    aria-label={say("retention.override", { name: camera.name })}
                    isSelected={now.override}
                    isDisabled={processing}
                    onChange={(override) => change(camera, { override })}
                  >
                    {say(now.override ? "retention.overrideShort" : "retention.automatic")}
                  </Switch>
                  {now.override ? (
                    <TextField
                      aria-label={say("retention.days", { name: camera.name })}
                      value={now.daysDesired}
                      isInvalid={!wanted.ok}
                      isDisabled={processing}
                      onChange={(daysDesired) => change(camera, { daysDesired })}
                      className={css.days ?? ""}
                    >
                      <Input className={field.input ?? ""} inputMode="decimal" />
                      <span className={form.muted}>{say("retention.daysUnit")}</span>
                      {wanted.ok && wanted.value === 0 ? (
                        <Text slot="description" className={form.muted ?? ""}>
                          {say("retention.zero")}
                        </Text>
                      ) : null}
                    </TextField>
                  ) : null}
                  {wanted.ok && exceedsLicense(wanted.value, licensedMs) ? (
                    <span className={form.bad}>
                      {say("retention.licensed", { days: daysWords(say, msToDays(licensedMs)) })}
                    </span>
                  ) : null}
                  {wanted.ok ? null : (
                    <span className={field.error}>
                      <Said>{wanted.error}</Said>
                    </span>
                  )}
                </div>
              );
            },
          },
        ]}
      />
      {recorded.some((each) => each.isMotionOnly) ? <p className={css.note}>{say("retention.motionOnly")}</p> : null}
    </Card>
  );
}
