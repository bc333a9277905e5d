import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import { styleOf } from "#domain/recordings/recording-style.ts";
import { ConfirmDialog } from "#chrome/kit/dialog/confirm-dialog.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { readStyle } from "./stream-form.ts";

/**
 * Asks before another stream becomes the primary one: the wall then shows that one, and recording of the stream that
 * was primary ends unless it records also as a secondary one.
 */
export function PrimaryDialog(props: {
  readonly camera: AdminCamera;
  readonly stream: AdminStream;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { camera, stream } = props;
  const say = useText();
  const before = camera.streams.find(({ id }) => id === camera.primaryStream?.id);
  const ends = before && styleOf(readStyle(before)) !== "proxy-only" && before.recordWhenSecondary !== true;
  return (
    <ConfirmDialog
      title={say("stream.makePrimaryOf", { name: stream.name })}
      confirmLabel={say("stream.makePrimary")}
      cancelLabel={say("app.cancel")}
      processing={false}
      onConfirm={props.onConfirm}
      onClose={props.onClose}
    >
      <BecomesPrimary camera={camera} stream={stream} />
      {ends ? <p>{say("stream.primaryEnds", { name: before.name })}</p> : null}
    </ConfirmDialog>
  );
}

/** What a primary stream is: the one that the wall shows, and how it records. */
function BecomesPrimary({ camera, stream }: { readonly camera: AdminCamera; readonly stream: AdminStream }) {
  const say = useText();
  const style = styleOf(readStyle(stream));
  return (
    <p>
      {say("stream.makePrimaryText", {
        name: stream.name,
        camera: camera.name,
        style: style ? say(`style.${style}`) : say("stream.unknownStyle"),
      })}
    </p>
  );
}

/** Which stream the server makes the primary one when the primary one is deleted: the first of the others. */
export function NextPrimary({ camera, gone }: { readonly camera: AdminCamera; readonly gone: AdminStream }) {
  const say = useText();
  const next = camera.streams.find(({ id }) => id !== gone.id);
  return next ? (
    <BecomesPrimary camera={camera} stream={next} />
  ) : (
    <p>{say("stream.deleteLast", { camera: camera.name })}</p>
  );
}
