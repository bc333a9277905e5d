import { type Failure, failure as failureOf } from "#domain/failures/failure.ts";
import { useEffect, useState } from "react";
import { ClosingDialog } from "#chrome/kit/dialog/closing-dialog.tsx";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import { FailureWords } from "#chrome/texts/failure-words.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useAdministration } from "../administration.tsx";
import css from "./stream-preview.module.css";

const WIDTH_PX = 960;
/** One picture per second: enough to see that the stream runs, and cheap for the server. */
const NEXT_PICTURE_MS = 1_000;

/** Shows the stream's pictures as they arrive, about one per second. */
export function StreamPreviewDialog(props: {
  readonly streamId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { streams } = useAdministration();
  const say = useText();
  const [url, setUrl] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { streamId } = props;

  useEffect(() => {
    const leave = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: string | null = null;
    const next = async (): Promise<void> => {
      const answer = await streams.picture(streamId, WIDTH_PX, leave.signal);
      if (leave.signal.aborted) return;
      if (answer.ok && answer.value.size > 0) {
        const before = shown;
        shown = URL.createObjectURL(answer.value);
        setUrl(shown);
        setFailure(null);
        // The old picture may still be on the screen until React has drawn the new one.
        if (before !== null) setTimeout(() => URL.revokeObjectURL(before), NEXT_PICTURE_MS);
      } else setFailure(answer.ok ? failureOf("motion/no-image") : answer.error);
      timer = setTimeout(() => void next(), NEXT_PICTURE_MS);
    };
    void next();
    return () => {
      leave.abort();
      clearTimeout(timer);
      if (shown !== null) URL.revokeObjectURL(shown);
    };
  }, [streams, streamId]);

  return (
    <ClosingDialog
      title={say("preview.title", { name: props.name })}
      wide
      onClose={props.onClose}
      closeLabel={say("app.close")}
    >
      <div className={css.frame}>
        {url === null && failure === null ? <LoadingState text={say("preview.loading")} /> : null}
        {url === null ? null : <img src={url} alt={say("preview.picture", { name: props.name })} />}
        {failure === null ? null : (
          <p className={css.failure} role="alert">
            <FailureWords of={failure} />
          </p>
        )}
      </div>
    </ClosingDialog>
  );
}
