/** What the index has of a volume that is lost goes out of it: how much that is, of which cameras and days, is said before. */
import { useQuery } from "@tanstack/react-query";
import type { VolumeHeld } from "#actions/administration/volume-actions.ts";
import { useAdministration } from "#chrome/screens/administration/administration.tsx";
import { DeleteDialog } from "#chrome/screens/administration/forms/delete-dialog.tsx";
import { Notice } from "#chrome/screens/administration/page.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useShownTime } from "#chrome/use-shown-time.ts";
import { reasonOf, valueOf } from "#chrome/value-of.ts";
import { useBytesWords } from "#chrome/texts/use-bytes-words.ts";
import { foreignFailure } from "#domain/failures/failure.ts";
import css from "./retention.module.css";

const HOUR_S = 3600;

export function ForgetDialog(props: {
  readonly name: string;
  /** it stays in the list of volumes */
  readonly isListed: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { name } = props;
  const { volumes } = useAdministration();
  const say = useText();
  const bytesWords = useBytesWords();
  const query = useQuery({
    queryKey: ["volume-held", name],
    queryFn: ({ signal }) => valueOf(volumes.held(name, signal)),
  });
  const held = query.data;
  const cause = query.error && reasonOf(query.error);
  return (
    <DeleteDialog
      title={say("volumes.forgetTitle", { name })}
      confirmLabel={say("volumes.forget")}
      isUnready={held === undefined}
      onDelete={() => volumes.forget(name)}
      onDeleted={props.onDone}
      onClose={props.onClose}
    >
      {cause === null ? null : (
        <Notice tone="bad">
          <FailureWords of={typeof cause === "string" ? foreignFailure("", cause) : cause} />
        </Notice>
      )}
      <p aria-live="polite">
        {held
          ? say("volumes.forgetWill", {
              held: bytesWords(held.bytes),
              hours: Math.ceil(held.seconds / HOUR_S),
              count: held.cameras.length,
            })
          : cause === null
            ? say("volumes.forgetLoading")
            : null}
      </p>
      {held ? <HeldCameras held={held} /> : null}
      <p>{say("volumes.forgetFiles")}</p>
      {props.isListed ? <p>{say("volumes.forgetStays")}</p> : null}
    </DeleteDialog>
  );
}

function HeldCameras({ held }: { readonly held: VolumeHeld }) {
  const say = useText();
  const bytesWords = useBytesWords();
  const { date } = useShownTime();
  return (
    // The list scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={css.held} aria-label={say("volumes.forgetCameras")} tabIndex={0}>
      <ul>
        {held.cameras.map((camera) => (
          <li key={camera.id}>
            {say("volumes.forgetCamera", {
              name: camera.name === "" ? say("volumes.unknownCamera") : camera.name,
              held: bytesWords(camera.bytes),
              from: date(camera.oldest),
              to: date(camera.newest),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
