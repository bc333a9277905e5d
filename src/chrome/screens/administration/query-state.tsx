import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf } from "#chrome/value-of.ts";

/** In place of what is fetched, until it is there: that it is under way, or why it failed, with a button to try again. */
export function QueryState(props: { readonly of: UseQueryResult; readonly loading: string; readonly failed: string }) {
  const { of: query, loading, failed } = props;
  const say = useText();
  if (query.isPending) return <LoadingState text={loading} />;
  if (!query.isError) return null;
  return (
    <ErrorState
      title={failed}
      reason={reasonOf(query.error)}
      retryLabel={say("app.retry")}
      onRetry={() => void query.refetch()}
    />
  );
}
