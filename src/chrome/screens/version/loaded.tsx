import type { Failure } from "#domain/failures/failure.ts";
import type { ReactNode } from "react";
import type { Result } from "#base/result.ts";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/**
 * Shows the recorder's answer about its version once it has arrived (`answer` null: still loading); after a failure the
 * user can try again.
 */
export function Loaded<T>(props: {
  readonly answer: Result<T, Failure> | null;
  readonly onRetry: () => void;
  readonly children: (value: T) => ReactNode;
}) {
  const say = useText();
  const { answer } = props;
  if (answer === null) return <LoadingState text={say("app.loading")} />;
  if (answer.ok) return props.children(answer.value);
  return (
    <ErrorState
      title={say("version.failed")}
      reason={answer.error}
      retryLabel={say("app.retry")}
      onRetry={props.onRetry}
    />
  );
}
