/** How long recordings are kept (document 2, section 2). */
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { AdminCamera, CameraUse } from "#actions/administration/camera-admin-actions.ts";
import type { Disk } from "#actions/administration/system-actions.ts";
import { failure, foreignFailure } from "#domain/failures/failure.ts";
import { isActivated } from "#domain/servers/license.ts";
import { cameraColourClass } from "#domain/cameras/stream-status.ts";
import { ColourSwatch } from "#chrome/kit/colour-swatch.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { EmptyState, ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { AdministrationRoom, useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DiskBar } from "../administration/streams/disk-bar.tsx";
import form from "../administration/forms/form.module.css";
import { Card, Page } from "#chrome/screens/administration/page.tsx";
import { useFollowed } from "#chrome/screens/administration/use-followed.ts";
import { daysWords } from "../administration/streams/use-words.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { CAMERAS_QUERY, useCamerasFollowed } from "#chrome/screens/cameras/use-cameras-changed.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { BucketCard } from "./bucket-card.tsx";
import { IntegrityCard } from "./integrity-card.tsx";
import { PolicyTable } from "./policy-table.tsx";
import { ThinningCard } from "./thinning-card.tsx";
import { VolumesCard } from "./volumes-card.tsx";

const LICENSE = ["license"] as const;
const DISK = ["disk"] as const;
const VOLUMES_RENEWED_MS = 10_000;

export default function RetentionScreen() {
  return (
    <AdministrationRoom>
      <Retention />
    </AdministrationRoom>
  );
}

function Retention() {
  const { cameras, system } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const [list, use, disk, license] = useQueries({
    queries: [
      { queryKey: CAMERAS_QUERY, queryFn: ({ signal }) => valueOf(cameras.list(signal)) },
      { queryKey: ["disk-use"], queryFn: ({ signal }) => valueOf(cameras.diskUse(signal)) },
      { queryKey: DISK, queryFn: ({ signal }) => valueOf(system.disk(signal)) },
      { queryKey: LICENSE, queryFn: ({ signal }) => valueOf(system.license(signal)) },
    ],
  });
  // Another administrator may change the license, and it may expire.
  useCamerasFollowed();
  useFollowed("license", LICENSE);
  // A volume fails, or is back.
  useFollowed("servers", DISK);
  // What volumes take and hold changes by itself.
  const hasVolumes = disk.data?.volumes !== undefined;
  useEffect(() => {
    if (!hasVolumes) return;
    const timer = setInterval(() => void queries.invalidateQueries({ queryKey: DISK }), VOLUMES_RENEWED_MS);
    return () => clearInterval(timer);
  }, [hasVolumes, queries]);
  const all = [list, use, disk, license];
  const error = all.find((each) => each.isError)?.error ?? null;
  const cause = error && reasonOf(error);
  // Loaded data stays when a later request fails, so that nobody loses what they have typed.
  const ready = list.data && use.data && disk.data && license.data;
  return (
    <Page title={say("retention.title")}>
      {cause === null ? null : (
        <ErrorState
          title={say("retention.failed")}
          reason={failure("retention/fetch-failed", {
            cause: typeof cause === "string" ? foreignFailure("", cause) : cause,
          })}
          retryLabel={say("app.retry")}
          onRetry={() => void queries.invalidateQueries()}
        />
      )}
      {cause === null && !ready ? <LoadingState text={say("retention.loading")} /> : null}
      {ready ? (
        <Loaded
          cameras={list.data}
          use={use.data}
          disk={disk.data}
          trial={!isActivated(license.data.license.edition)}
          licensedMs={license.data.license.retention}
          onVolumes={() => void queries.invalidateQueries({ queryKey: DISK })}
        />
      ) : null}
    </Page>
  );
}

function Loaded(props: {
  readonly cameras: readonly AdminCamera[];
  readonly use: CameraUse;
  readonly disk: Disk;
  readonly trial: boolean;
  readonly licensedMs: number;
  readonly onVolumes: () => void;
}) {
  const { cameras, use, disk, trial, licensedMs } = props;
  const say = useText();
  const bytesWords = useBytesWords();
  const used = use.cameras
    .toSorted((a, b) => (a.name ?? a.id).localeCompare(b.name ?? b.id))
    .map((row, index) => ({ ...row, colourClass: cameraColourClass(index) }));
  return (
    <>
      <Card title={say("disk.title")}>
        <DiskBar
          disk={disk}
          parts={used.map(({ id, bytesRecorded, colourClass }) => ({ id, bytes: bytesRecorded, colourClass }))}
        />
        <p className={form.small}>
          {say("retention.usage", {
            total: bytesWords(disk.archivesSize),
            deleted: bytesWords(use.bytesFromDeletedCameras),
          })}
        </p>
      </Card>
      <VolumesCard disk={disk} cameras={cameras} onChanged={props.onVolumes} />
      <BucketCard cameras={cameras} />
      <ThinningCard cameras={cameras} />
      <IntegrityCard />
      {cameras.length === 0 ? (
        <EmptyState title={say("retention.none")} text={say("retention.noneText")} />
      ) : (
        <PolicyTable cameras={cameras} use={use} maxUsage={disk.maxUsage} trial={trial} licensedMs={licensedMs} />
      )}
      {used.length === 0 ? null : (
        <Card title={say("retention.actual")} flush>
          <DataTable
            label={say("retention.actual")}
            rows={used}
            rowKey={(row) => row.id}
            columns={[
              {
                id: "name",
                label: say("retention.camera"),
                render: (row) => (
                  <span className={form.inline}>
                    <ColourSwatch colourClass={row.colourClass} />
                    {row.name ?? row.id}
                    {row.deleted ? <span className={form.badge}>{say("retention.deleted")}</span> : null}
                  </span>
                ),
              },
              {
                id: "days",
                label: say("retention.daysRecorded"),
                end: true,
                render: (row) => daysWords(say, row.daysRecorded),
              },
              { id: "bytes", label: say("retention.bytes"), end: true, render: (row) => bytesWords(row.bytesRecorded) },
              {
                id: "calendar",
                label: say("retention.calendar"),
                end: true,
                render: (row) => daysWords(say, row.calendarDays),
              },
            ]}
          />
        </Card>
      )}
    </>
  );
}
