import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { failure } from "#domain/failures/failure.ts";
import { STREAM_POLL_STATUS_MS } from "#domain/limits/administration.ts";
import { lastArchiveIsLate, streamTone } from "#domain/cameras/stream-status.ts";
import { classes } from "#chrome/kit/classes.ts";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { EmptyState } from "#chrome/kit/feedback/states.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "../administration/forms/form.module.css";
import { type Message, MessageAlert } from "../administration/forms/message-alert.tsx";
import { Card } from "#chrome/screens/administration/page.tsx";
import { StreamPreviewDialog } from "../administration/streams/stream-preview-dialog.tsx";
import { useServerNow } from "#chrome/screens/administration/use-server-now.ts";
import { useStreamHealth } from "../administration/streams/use-stream-health.ts";
import { stateWords, useArchiveWords } from "../administration/streams/use-words.ts";
import { CAMERAS_QUERY, useCamerasFollowed } from "#chrome/screens/cameras/use-cameras-changed.ts";
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { valueOf } from "#chrome/value-of.ts";
import { type NamedStream, StreamActions } from "./stream-actions.tsx";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

interface StreamRow extends NamedStream {
  readonly health: StreamHealth | null;
}
const CAMERAS_EVERY_MS = 60_000;

/** Streams that are meant to run, with the actions on them. */
export function ActiveStreams() {
  const { cameras, streams } = useAdministration();
  const say = useText();
  const nowMs = useServerNow(STREAM_POLL_STATUS_MS);
  const list = useQuery({
    queryKey: CAMERAS_QUERY,
    queryFn: ({ signal }) => valueOf(cameras.list(signal)),
    refetchInterval: CAMERAS_EVERY_MS,
  });
  useCamerasFollowed();
  const healths = useStreamHealth(streams, STREAM_POLL_STATUS_MS, list.data);
  const [preview, setPreview] = useState<NamedStream | null>(null);
  const [verifying, setVerifying] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState<Message | null>(null);

  const rows = (list.data ?? []).flatMap((camera) =>
    camera.streams
      .filter((stream) => stream.active)
      .map(
        (stream): StreamRow => ({
          camera,
          stream,
          name: `${camera.name}/${stream.name}`,
          health: healths.byId.get(stream.id) ?? null,
        }),
      ),
  );
  // The functions keep their identity, so that unchanged rows do not render again.
  const { expect } = healths;
  const restart = useCallback(
    async ({ camera, stream }: NamedStream): Promise<void> => {
      expect(stream.id, "restarting");
      const done = await streams.restart(camera.id, stream.id);
      if (!done.ok)
        setMessage({ title: say("status.restartFailed", { name: `${camera.name}/${stream.name}` }), text: done.error });
    },
    [expect, streams, say],
  );
  const verify = useCallback(
    async ({ camera, stream }: NamedStream): Promise<void> => {
      setVerifying((known) => new Set([...known, stream.id]));
      const done = await cameras.verify(camera.id);
      setVerifying((known) => new Set([...known].filter((id) => id !== stream.id)));
      if (done.ok && done.value.success)
        setMessage({ title: say("status.verified", { name: camera.name }), text: done.value.said, good: true });
      else {
        const cause = done.ok ? done.value.said : done.error;
        const text = failure("camera/verify-failed", { cause });
        setMessage({ title: say("status.verifyFailed", { name: camera.name }), text });
      }
    },
    [cameras, say],
  );

  return (
    <Card title={say("status.streams")} flush>
      <QueryState of={list} loading={say("status.loading")} failed={say("status.failed")} />
      {list.isSuccess && rows.length === 0 ? (
        <EmptyState title={say("status.empty")} text={say("status.emptyText")} />
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={say("status.streams")}
          rows={rows}
          rowKey={(row) => row.stream.id}
          columns={[
            { id: "name", label: say("status.cameraStream"), render: (row) => row.name },
            { id: "state", label: say("status.status"), render: (row) => <State health={row.health} /> },
            {
              id: "archive",
              label: say("status.lastArchive"),
              render: (row) => <LastArchive row={row} nowMs={nowMs} />,
            },
            {
              id: "actions",
              label: say("admin.actions"),
              buttons: true,
              render: ({ camera, stream, name, health }) => (
                <StreamActions
                  camera={camera}
                  stream={stream}
                  name={name}
                  state={health?.state ?? "unknown"}
                  verifying={verifying.has(stream.id)}
                  onPreview={setPreview}
                  onRestart={restart}
                  onVerify={verify}
                />
              ),
            },
          ]}
        />
      ) : null}
      {preview ? (
        <StreamPreviewDialog streamId={preview.stream.id} name={preview.name} onClose={() => setPreview(null)} />
      ) : null}
      <MessageAlert message={message} onClose={() => setMessage(null)} />
    </Card>
  );
}

function State({ health }: { readonly health: StreamHealth | null }) {
  const say = useText();
  const failureText = useFailureText();
  if (!health) return <span className={form.muted}>{say("state.unknown")}</span>;
  return (
    <span>
      <span className={form[streamTone(health.state, health.retryCount, health.trouble !== null)]}>
        {stateWords(say, health.state, health.retryCount)}
      </span>
      {health.trouble === null ? null : <span className={form.small}> {failureText(health.trouble)}</span>}
    </span>
  );
}

/** A stream that is not recorded has no archive that could be late, so it must not be marked as a danger. */
function LastArchive({ row, nowMs }: { readonly row: StreamRow; readonly nowMs: number }) {
  const say = useText();
  const words = useArchiveWords();
  const { camera, stream, health } = row;
  const recorded =
    (camera.primaryStream?.id === stream.id || stream.recordWhenSecondary === true) &&
    stream.recordingConfiguration.mode !== "PROXY_ONLY_MODE";
  if (!recorded) return <span className={form.muted}>{say("status.notRecorded")}</span>;
  if (!health) return null;
  const written = words(health.lastArchiveMs, nowMs);
  const late = lastArchiveIsLate(health.lastArchiveMs, nowMs);
  return (
    <span {...(late ? { className: form.bad, title: say("status.late") } : {})}>
      {written.at}
      {written.ago === "" ? null : <span className={classes(form.small, form.nowrap)}> ({written.ago})</span>}
    </span>
  );
}
