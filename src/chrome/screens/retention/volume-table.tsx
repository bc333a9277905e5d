/** The volumes of a recorder that has several: health, fill, what they take, how far back they reach. */
import { IconDatabaseOff, IconPencil, IconTrash } from "@tabler/icons-react";
import type { DiskVolume } from "#actions/administration/system-actions.ts";
import { HealthLine, type HealthTone } from "#chrome/kit/feedback/health-line.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { drainedPercent } from "#domain/recordings/volume-form.ts";
import { roundDays } from "#domain/recordings/retention.ts";
import { TIER_ENDS } from "#domain/recordings/tiers.ts";
import { useReasonWords } from "#chrome/texts/use-reason-words.ts";
import { useText } from "#chrome/texts/use-text.ts";
import form from "../administration/forms/form.module.css";
import { daysWords } from "../administration/streams/use-words.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import css from "./retention.module.css";

const DAY_MS = 86_400_000;
const STATES = ["ok", "full", "unwritable", "gone", "stuck", "removed", "pending"] as const;
const DRAINS = ["moving", "waiting", "no-room", "away", "empty"] as const;
const ONWARDS = ["moving", "waiting", "no-room", "empty"] as const;
/** The server reports a drain some seconds after it has begun; until then it is shown as this. */
const BEGUN: NonNullable<DiskVolume["drain"]> = { state: "moving", moved: 0, reason: "" };
const drainIn = ({ role, drain }: DiskVolume) => (role === "drain" ? (drain ?? BEGUN) : null);
const drainOf = (state: string) => DRAINS.find((known) => known === state) ?? "waiting";
const endOf = (end: string) => TIER_ENDS.find((known) => known === end) ?? "removed";
const stateOf = ({ state }: DiskVolume) => STATES.find((known) => known === state) ?? "unwritable";
/** The figures of a volume that is away are old ones. */
const isThere = (row: DiskVolume): boolean => !["gone", "stuck", "removed", "pending"].includes(stateOf(row));
/** Whether the recordings of the volume can be taken out of the index. */
const isLost = (row: DiskVolume): boolean =>
  ["gone", "stuck", "removed"].includes(stateOf(row)) && row.archivesSize > 0 && !row.forgetting;
const tones: Readonly<Record<(typeof STATES)[number], HealthTone>> = {
  ok: "good",
  full: "warn",
  unwritable: "bad",
  gone: "bad",
  stuck: "bad",
  removed: "warn",
  pending: "warn",
};

export function VolumeTable(props: {
  readonly volumes: readonly DiskVolume[];
  /** whether it can be changed here */
  readonly isManaged: (name: string) => boolean;
  readonly onEdit: (name: string) => void;
  readonly onRemove: (name: string) => void;
  /** absent: the server cannot */
  readonly onForget: ((name: string) => void) | undefined;
}) {
  const { volumes, isManaged, onEdit, onRemove, onForget } = props;
  const say = useText();
  const reasonWords = useReasonWords();
  const bytesWords = useBytesWords();
  return (
    <DataTable
      label={say("volumes.title")}
      rows={volumes}
      rowKey={(row) => row.name}
      columns={[
        {
          id: "name",
          label: say("volumes.volume"),
          render: (row) => (
            <span className={form.inline} title={row.path}>
              {row.name}
              {row.role === "keep" && row.state !== "removed" ? (
                <span className={form.badge}>{say("volumes.keep")}</span>
              ) : null}
            </span>
          ),
        },
        {
          id: "state",
          label: say("volumes.health"),
          render: (row) => (
            <div className={css.lines}>
              <HealthLine tone={tones[stateOf(row)]} detail={reasonWords(row.reason)}>
                {say(`volumes.state.${stateOf(row)}`)}
              </HealthLine>
              <DrainLine row={row} />
              <OnwardLine row={row} />
              {row.forgetting ? (
                <HealthLine tone="warn">{say("volumes.forgetting", { left: bytesWords(row.archivesSize) })}</HealthLine>
              ) : null}
            </div>
          ),
        },
        {
          id: "fill",
          label: say("volumes.fill"),
          end: true,
          render: (row) =>
            row.capacity === 0 || !isThere(row)
              ? "–"
              : say("volumes.fillOf", {
                  used: bytesWords(row.capacity - row.free),
                  capacity: bytesWords(row.capacity),
                }),
        },
        { id: "recordings", label: say("retention.bytes"), end: true, render: (row) => bytesWords(row.archivesSize) },
        {
          id: "days",
          label: say("retention.calendar"),
          end: true,
          render: (row) => (
            <div className={css.lines}>
              <span>{daysWords(say, Math.max(0, row.newest - row.oldest) / DAY_MS)}</span>
              <EstimateLine row={row} />
            </div>
          ),
        },
        {
          id: "streams",
          label: say("volumes.streams"),
          end: true,
          render: (row) => (isThere(row) ? row.streams : "–"),
        },
        {
          id: "throughput",
          label: say("volumes.throughput"),
          end: true,
          render: (row) => (isThere(row) ? say("volumes.perSecond", { bytes: bytesWords(row.bytesPerSecond) }) : "–"),
        },
        {
          id: "actions",
          label: say("admin.actions"),
          buttons: true,
          render: (row) => {
            const { name } = row;
            return (
              <>
                {onForget && isLost(row) ? (
                  <IconButton size="small" label={say("volumes.forgetOf", { name })} onPress={() => onForget(name)}>
                    <IconDatabaseOff size={14} aria-hidden="true" />
                  </IconButton>
                ) : null}
                {isManaged(name) ? (
                  <>
                    <IconButton size="small" label={say("volumes.edit", { name })} onPress={() => onEdit(name)}>
                      <IconPencil size={14} aria-hidden="true" />
                    </IconButton>
                    <IconButton size="small" label={say("volumes.removeOf", { name })} onPress={() => onRemove(name)}>
                      <IconTrash size={14} aria-hidden="true" />
                    </IconButton>
                  </>
                ) : null}
              </>
            );
          },
        },
      ]}
    />
  );
}

/** How long recordings stay there at the rate of the last day, and what follows. */
function EstimateLine({ row }: { readonly row: DiskVolume }) {
  const say = useText();
  const { estimate, role } = row;
  if (!estimate) return null;
  const days = roundDays(estimate.days);
  const end = say(`volumes.then.${endOf(estimate.end)}`);
  return (
    <span className={form.muted}>{say(role === "keep" ? "volumes.holdsMore" : "volumes.holds", { days, end })}</span>
  );
}

/** How far the volume is with handing old recordings to volumes that only keep. */
function OnwardLine({ row }: { readonly row: DiskVolume }) {
  const say = useText();
  const reasonWords = useReasonWords();
  const bytesWords = useBytesWords();
  const { moveAfterDays, onward, role } = row;
  if (moveAfterDays === undefined || role !== "record" || !isThere(row)) return null;
  const state = ONWARDS.find((known) => known === onward?.state) ?? "empty";
  return (
    <HealthLine
      tone={state === "empty" || state === "moving" ? "good" : "warn"}
      detail={reasonWords(onward?.reason ?? "")}
    >
      {say(`volumes.onward.${state}`, { days: daysWords(say, moveAfterDays), moved: bytesWords(onward?.moved ?? 0) })}
    </HealthLine>
  );
}

function DrainLine({ row }: { readonly row: DiskVolume }) {
  const say = useText();
  const reasonWords = useReasonWords();
  const bytesWords = useBytesWords();
  const drain = drainIn(row);
  if (drain === null) return null;
  return (
    <HealthLine tone={drain.state === "moving" ? "good" : "warn"} detail={reasonWords(drain.reason)}>
      {say(`volumes.drain.${drainOf(drain.state)}`, {
        percent: drainedPercent(drain.moved, row.archivesSize),
        left: bytesWords(row.archivesSize),
      })}
    </HealthLine>
  );
}
