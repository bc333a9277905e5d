import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { reasonOf } from "#chrome/value-of.ts";

/** What stands in a card until its settings are known. */
export function SettingsState({ of }: { readonly of: UseQueryResult<unknown> }) {
  const say = useText();
  if (of.isPending) return <LoadingState text={say("security.loading")} />;
  if (!of.isError) return null;
  return (
    <ErrorState
      title={say("security.failed")}
      reason={reasonOf(of.error)}
      retryLabel={say("app.retry")}
      onRetry={() => void of.refetch()}
    />
  );
}
