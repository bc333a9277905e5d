import type { Wording } from "#chrome/texts/use-failure-text.ts";
import { IconCopy, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream, StreamHealth } from "#actions/administration/stream-admin-actions.ts";
import { isFixed, mayAddStream } from "#domain/cameras/capabilities.ts";
import { styleOf } from "#domain/recordings/recording-style.ts";
import { readStreamState, streamTone } from "#domain/cameras/stream-status.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { classes } from "#chrome/kit/classes.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { DataTable } from "#chrome/kit/table/data-table.tsx";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import form from "#chrome/screens/administration/forms/form.module.css";
import { useText } from "#chrome/texts/use-text.ts";
import css from "../cameras.module.css";
import { CopyDialog } from "./copy-dialog.tsx";
import { NextPrimary, PrimaryDialog } from "./primary-dialog.tsx";
import { readStyle } from "./stream-form.ts";
import { CAMERAS_QUERY, useCamerasChanged } from "../use-cameras-changed.ts";

// Its lists to choose from take more to load than the screen.
const StreamDialog = chunk(() => import("./stream-dialog.tsx"));

interface PanelMessage {
  readonly title: string;
  readonly text: Wording;
}
type Open =
  | { readonly kind: "add" }
  | { readonly kind: "edit"; readonly stream: AdminStream }
  | { readonly kind: "copy"; readonly stream: AdminStream }
  | { readonly kind: "primary"; readonly stream: AdminStream }
  | { readonly kind: "delete"; readonly stream: AdminStream };

/** The streams of a camera: which one is the primary stream, how each records, and the actions on them. */
export function StreamsTable(props: {
  readonly camera: AdminCamera;
  readonly others: readonly AdminCamera[];
  readonly health: ReadonlyMap<string, StreamHealth>;
  readonly onMessage: (message: PanelMessage) => void;
  /** whether a dialog about a stream is open */
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const { camera, health, onMessage, onOpen } = props;
  const { cameras, streams } = useAdministration();
  const say = useText();
  const queries = useQueryClient();
  const changed = useCamerasChanged();
  const [open, setOpen] = useState<Open | null>(null);
  const [processing, setProcessing] = useState(false);
  const primaryId = camera.primaryStream?.id;
  const isOurs = camera.recordedFor === undefined;
  const section = useRef<HTMLElement>(null);
  const isOpen = open !== null;
  useEffect(() => onOpen(isOpen), [onOpen, isOpen]);

  const show = (streamId: string | undefined): void => {
    queries.setQueryData<readonly AdminCamera[]>(CAMERAS_QUERY, (list) =>
      list?.map((each) =>
        each.id === camera.id
          ? { ...each, primaryStream: streamId === undefined ? null : { ...each.primaryStream, id: streamId } }
          : each,
      ),
    );
  };
  const makePrimary = async (stream: AdminStream): Promise<void> => {
    setOpen(null);
    show(stream.id);
    setProcessing(true);
    const done = await cameras.change(camera.id, { primaryStream: { id: stream.id } });
    setProcessing(false);
    // The button that asked is gone with its answer.
    const row = camera.streams.findIndex(({ id }) => id === stream.id) + 1;
    if (document.activeElement === document.body)
      section.current?.querySelector<HTMLElement>(`tbody tr:nth-child(${row}) button`)?.focus();
    if (done.ok) return changed();
    show(primaryId);
    onMessage({ title: say("failure.stream/make-primary-failed"), text: done.error });
  };
  const remove = async (stream: AdminStream): Promise<void> => {
    setProcessing(true);
    const done = await streams.remove(camera.id, stream.id);
    setProcessing(false);
    setOpen(null);
    if (done.ok) changed();
    else onMessage({ title: say("failure.stream/delete-failed", { name: stream.name }), text: done.error });
  };
  const add = (): void => {
    if (mayAddStream(camera.streams.length, camera.capabilities.camera.PossibleStreams)) setOpen({ kind: "add" });
    else onMessage({ title: say("stream.add"), text: say("failure.stream/camera-full") });
  };

  return (
    <section ref={section} className={classes(css.block, css.flushBlock)}>
      <div className={css.blockHead}>
        <h2>{say("camera.streams")}</h2>
        {isOurs ? (
          <Button size="small" onPress={add}>
            <IconPlus size={14} aria-hidden="true" />
            {say("stream.add")}
          </Button>
        ) : null}
      </div>
      <DataTable
        label={say("camera.streams")}
        rows={camera.streams}
        rowKey={(stream) => stream.id}
        columns={[
          {
            id: "name",
            label: say("stream.name"),
            render: (stream) => (
              <span className={form.inline}>
                {stream.name}
                {stream.id === primaryId ? (
                  <span className={classes(form.badge, form.gold)}>{say("admin.primary")}</span>
                ) : null}
              </span>
            ),
          },
          {
            id: "style",
            label: say("stream.style"),
            render: (stream) => {
              if (stream.id !== primaryId && stream.recordWhenSecondary !== true) return say("status.notRecorded");
              const style = styleOf(readStyle(stream));
              return style ? say(`style.${style}`) : say("stream.unknownStyle");
            },
          },
          {
            id: "video",
            label: say("stream.video"),
            render: ({ status }) =>
              status?.video ? `${status.video.width}x${status.video.height}, ${status.video.codec}` : "",
          },
          {
            id: "state",
            label: say("stream.state"),
            render: (stream) => {
              const state = health.get(stream.id)?.state ?? readStreamState(stream.status?.streamState);
              return <span className={classes(form.nowrap, form[streamTone(state)])}>{say(`state.${state}`)}</span>;
            },
          },
          ...(isOurs
            ? [
                {
                  id: "actions",
                  label: say("admin.actions"),
                  buttons: true,
                  render: (stream: AdminStream) => (
                    <>
                      {stream.id === primaryId ? null : (
                        <Button
                          size="small"
                          isDisabled={processing}
                          aria-label={say("stream.makePrimaryOf", { name: stream.name })}
                          onPress={() => setOpen({ kind: "primary", stream })}
                        >
                          {say("stream.makePrimary")}
                        </Button>
                      )}
                      <IconButton
                        size="small"
                        label={say("stream.edit", { name: stream.name })}
                        onPress={() => setOpen({ kind: "edit", stream })}
                      >
                        <IconPencil size={14} aria-hidden="true" />
                      </IconButton>
                      {camera.driver === "ONVIF" ? (
                        <IconButton
                          size="small"
                          label={say("stream.copy", { name: stream.name })}
                          onPress={() => setOpen({ kind: "copy", stream })}
                        >
                          <IconCopy size={14} aria-hidden="true" />
                        </IconButton>
                      ) : null}
                      <IconButton
                        size="small"
                        label={say("stream.delete", { name: stream.name })}
                        isDisabled={isFixed(stream.configuration.Fixed)}
                        onPress={() => setOpen({ kind: "delete", stream })}
                      >
                        <IconTrash size={14} aria-hidden="true" />
                      </IconButton>
                    </>
                  ),
                },
              ]
            : []),
        ]}
      />
      {open?.kind === "add" || open?.kind === "edit" ? (
        <LatePart onClose={() => setOpen(null)}>
          <StreamDialog
            camera={camera}
            stream={open.kind === "edit" ? open.stream : null}
            onClose={() => setOpen(null)}
            onSaved={changed}
          />
        </LatePart>
      ) : null}
      {open?.kind === "copy" ? (
        <CopyDialog
          camera={camera}
          stream={open.stream}
          others={props.others}
          onClose={() => {
            setOpen(null);
            changed();
          }}
        />
      ) : null}
      {open?.kind === "primary" ? (
        <PrimaryDialog
          camera={camera}
          stream={open.stream}
          onConfirm={() => void makePrimary(open.stream)}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.kind === "delete" ? (
        <ConfirmDialog
          title={say("stream.deleteTitle")}
          confirmLabel={say("cameras.delete")}
          cancelLabel={say("app.cancel")}
          processing={processing}
          onConfirm={() => void remove(open.stream)}
          onClose={() => setOpen(null)}
        >
          <p>{say("stream.deleteText", { name: open.stream.name })}</p>
          {open.stream.id === primaryId ? <NextPrimary camera={camera} gone={open.stream} /> : null}
        </ConfirmDialog>
      ) : null}
    </section>
  );
}
