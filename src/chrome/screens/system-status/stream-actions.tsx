import { memo } from "react";
import type { AdminCamera } from "#actions/administration/camera-admin-actions.ts";
import type { AdminStream } from "#actions/administration/stream-admin-actions.ts";
import { isHealthy, mayRestart, type StreamState } from "#domain/cameras/stream-status.ts";
import { Button } from "#chrome/kit/button/button.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** A stream of a camera, and the names of both. */
export interface NamedStream {
  readonly camera: AdminCamera;
  readonly stream: AdminStream;
  readonly name: string;
}
type Act = (of: NamedStream) => void;

interface StreamActionsProps extends NamedStream {
  readonly state: StreamState;
  readonly verifying: boolean;
  readonly onPreview: Act;
  readonly onRestart: Act;
  readonly onVerify: Act;
}

/**
 * The actions on a stream. They render again only when the stream itself changes, although the row updates its age
 * every second.
 */
export const StreamActions = memo(function StreamActions(props: StreamActionsProps) {
  const { camera, stream, name, state, verifying } = props;
  const say = useText();
  const of: NamedStream = { camera, stream, name };
  return (
    <>
      <Button
        size="small"
        aria-label={say("status.previewOf", { name })}
        isDisabled={!isHealthy(state)}
        onPress={() => props.onPreview(of)}
      >
        {say("status.preview")}
      </Button>
      <Button
        size="small"
        aria-label={say("status.restartOf", { name })}
        isDisabled={!mayRestart(state)}
        onPress={() => props.onRestart(of)}
      >
        {say("status.restart")}
      </Button>
      <Button
        size="small"
        aria-label={say("status.verifyOf", { name })}
        isDisabled={verifying}
        onPress={() => props.onVerify(of)}
      >
        {say(verifying ? "status.verifying" : "status.verify")}
      </Button>
    </>
  );
});
