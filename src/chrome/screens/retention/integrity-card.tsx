/** Whether recordings are still what was written: how far they were checked, and what is damaged. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RecordingsIntegrity } from "#actions/administration/system-actions.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { HealthLine } from "#chrome/kit/feedback/health-line.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { DAMAGES } from "#domain/recordings/damage.ts";
import form from "../administration/forms/form.module.css";
import css from "./retention.module.css";

/** while a check is under way that somebody waits for */
const RENEWED_MS = 2000;
const INTEGRITY = ["integrity"] as const;
const damageOf = (text: string) => DAMAGES.find((known) => known === text) ?? "different";

export function IntegrityCard() {
  const { system } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  // Servers that are older know nothing of it.
  const found = useQuery({
    queryKey: INTEGRITY,
    queryFn: ({ signal }) => valueOf(system.integrity(signal)),
    refetchInterval: ({ state }) => (state.data?.hurried ? RENEWED_MS : false),
  }).data;
  const check = useMutation({
    mutationFn: () => valueOf(system.checkRecordings()),
    onSuccess: (begun) => queries.setQueryData(INTEGRITY, begun),
  });
  useFollowed("servers", INTEGRITY);
  if (!found) return null;
  return (
    <Card
      title={say("integrity.title")}
      flush
      actions={
        <Button size="small" isDisabled={found.hurried || check.isPending} onPress={() => check.mutate()}>
          {say("integrity.check")}
        </Button>
      }
    >
      <div className={css.notices}>
        <Progress found={found} />
        <Compared of={found.compared} />
        {check.error ? (
          <HealthLine tone="bad">
            <FailureWords of={reasonOf(check.error)} />
          </HealthLine>
        ) : null}
        <p className={form.small}>{say("integrity.about")}</p>
      </div>
      {found.damaged === 0 ? null : <Damaged found={found} />}
    </Card>
  );
}

function Progress({ found }: { readonly found: RecordingsIntegrity }) {
  const { begun, ended, checked, files, damaged, hurried } = found;
  const say = useText();
  const { minute } = useShownTime();
  const isOver = ended > 0 && ended >= begun;
  return (
    <>
      {ended > 0 || damaged > 0 ? (
        <HealthLine tone={damaged > 0 ? "bad" : "good"}>
          {damaged > 0 ? say("integrity.damaged", { count: damaged }) : say("integrity.well")}
        </HealthLine>
      ) : null}
      <p>
        {begun === 0
          ? say("integrity.waiting")
          : isOver
            ? say("integrity.ended", { time: minute(ended) })
            : say(hurried ? "integrity.hurried" : "integrity.running", {
                checked: Math.min(checked, files),
                files,
                time: minute(begun),
              })}
      </p>
    </>
  );
}

/** Whether the disks hold what the index knows. */
function Compared({ of: compared }: { readonly of: RecordingsIntegrity["compared"] }) {
  const say = useText();
  const { minute } = useShownTime();
  if (compared === null) return null;
  const { time, adopted, dropped, unreadable } = compared;
  const key = adopted + dropped + unreadable === 0 ? "integrity.comparedEqual" : "integrity.comparedDiffered";
  return <p>{say(key, { ...compared, time: minute(time) })}</p>;
}

function Damaged({ found }: { readonly found: RecordingsIntegrity }) {
  const say = useText();
  const { minute } = useShownTime();
  const { recordings, damaged } = found;
  const hasVolumes = recordings.some(({ volume }) => volume !== "");
  return (
    <>
      <DataTable
        label={say("integrity.list")}
        rows={recordings}
        rowKey={(row) => row.file}
        columns={[
          {
            id: "camera",
            label: say("retention.camera"),
            render: ({ camera }) => (camera.name === "" ? say("volumes.unknownCamera") : camera.name),
          },
          {
            id: "recorded",
            label: say("integrity.recorded"),
            render: (row) => <span title={row.file}>{minute(row.start)}</span>,
          },
          {
            id: "what",
            label: say("integrity.what"),
            render: (row) => <HealthLine tone="bad">{say(`integrity.what.${damageOf(row.damage)}`)}</HealthLine>,
          },
          ...(hasVolumes
            ? [{ id: "volume", label: say("volumes.volume"), render: (row: (typeof recordings)[number]) => row.volume }]
            : []),
          { id: "found", label: say("integrity.found"), render: (row) => minute(row.found) },
        ]}
      />
      <p className={css.note}>
        {damaged > recordings.length ? `${say("integrity.more", { count: recordings.length })} ` : null}
        {say("integrity.hint")}
      </p>
    </>
  );
}
