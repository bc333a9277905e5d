import { useIntl } from "react-intl";
import type { SystemReport } from "#actions/administration/system-actions.ts";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { useText } from "#chrome/texts/use-text.ts";

const MEGABYTE = 1024 * 1024;
const two = (value: number): string => String(value).padStart(2, "0");
/** 93784 -> "26:03:04" */
const duration = (seconds: number): string => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 3600)}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}`;
};

/** The recorded amounts of each stream in the report's time. */
export function StatsCard({ report }: { readonly report: SystemReport }) {
  const say = useText();
  const intl = useIntl();
  const rows = report.cameras.flatMap((camera) =>
    camera.streams.map((stream) => ({ ...stream, name: `${camera.name}/${stream.name}` })),
  );
  return (
    <Card title={say("report.stats")} flush>
      {rows.length === 0 ? <EmptyState title={say("status.empty")} /> : null}
      {rows.length > 0 ? (
        <DataTable
          label={say("report.stats")}
          rows={rows}
          rowKey={(row) => row.id}
          columns={[
            { id: "name", label: say("report.cameraStream"), render: (row) => row.name },
            {
              id: "bytes",
              label: say("report.megabytes"),
              end: true,
              render: (row) => intl.formatNumber(row.bytesRecorded / MEGABYTE, { maximumFractionDigits: 1 }),
            },
            { id: "video", label: say("report.video"), end: true, render: (row) => duration(row.secondsRecorded) },
            { id: "motion", label: say("report.motion"), end: true, render: (row) => duration(row.secondsOfMotion) },
          ]}
        />
      ) : null}
    </Card>
  );
}
