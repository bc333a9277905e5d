import type { Failure } from "#domain/failures/failure.ts";
import type { ReactNode } from "react";
import type { Result } from "#base/result.ts";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useText } from "#chrome/texts/use-text.ts";

/** What the recorder says of its version, once it is there (`answer` null: on its way); a failure can be tried again. */
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
