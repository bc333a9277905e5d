/** Whether recordings are still what was written: how far they were checked, and what is damaged. */
import { useQuery } from "@tanstack/react-query";
import type { RecordingsIntegrity } from "#actions/administration/system-actions.ts";
import { HealthLine } from "#chrome/kit/feedback/health-line.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { valueOf } from "#chrome/value-of.ts";
import { DAMAGES } from "#domain/recordings/damage.ts";
import form from "../administration/forms/form.module.css";
import css from "./retention.module.css";

const INTEGRITY = ["integrity"] as const;
const damageOf = (text: string) => DAMAGES.find((known) => known === text) ?? "different";

export function IntegrityCard() {
  const { system } = useAdministration();
  const say = useText();
  // Servers that are older know nothing of it.
  const found = useQuery({ queryKey: INTEGRITY, queryFn: ({ signal }) => valueOf(system.integrity(signal)) }).data;
  useFollowed("servers", INTEGRITY);
  if (!found) return null;
  return (
    <Card title={say("integrity.title")} flush>
      <div className={css.notices}>
        <Progress found={found} />
        <p className={form.small}>{say("integrity.about")}</p>
      </div>
      {found.damaged === 0 ? null : <Damaged found={found} />}
    </Card>
  );
}

function Progress({ found }: { readonly found: RecordingsIntegrity }) {
  const { begun, ended, checked, files, damaged } = found;
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
            : say("integrity.running", { checked: Math.min(checked, files), files, time: minute(begun) })}
      </p>
    </>
  );
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
