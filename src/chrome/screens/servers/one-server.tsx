import { foreignFailure } from "#domain/failures/failure.ts";
import { type ComponentType, Suspense, useMemo } from "react";
import { Link } from "react-router-dom";
import { isOff } from "#domain/servers/registered-servers.ts";
import type { ServerScreen } from "#domain/routes.ts";
import { chunk } from "#chrome/kit/feedback/chunk.tsx";
import { EmptyState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { Page } from "#chrome/screens/administration/page.tsx";
import { type ServerHere, ServerHereProvider } from "#chrome/screens/administration/server-here.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useServers } from "./use-servers.ts";
import { QueryState } from "#chrome/screens/administration/query-state.tsx";

/** The screens of a standalone recorder. */
const screens: Readonly<Record<ServerScreen, ComponentType>> = {
  "retention-policy": chunk(() => import("#chrome/screens/retention/retention-screen.tsx")),
  users: chunk(() => import("#chrome/screens/users/users-screen.tsx")),
  "system-status": chunk(() => import("#chrome/screens/system-status/system-status-screen.tsx")),
  "system-report": chunk(() => import("#chrome/screens/system-report/system-report-screen.tsx")),
  audit: chunk(() => import("#chrome/screens/audit/audit-screen.tsx")),
};

/** A screen of one server: the screen of a standalone recorder, with the actions of that server. */
export function OneServer({ id, screen }: { readonly id: string; readonly screen: ServerScreen }) {
  const say = useText();
  const list = useServers();
  const found = list.data?.find((each) => each.id === id) ?? null;
  const here = useMemo(
    (): ServerHere | null =>
      found && {
        id: found.id,
        name: found.name,
        clockOffsetMs: found.clockOffsetMs,
        failure: found.isAvailable ? null : (found.failure ?? foreignFailure("", "")),
        isOff: isOff(found),
      },
    [found],
  );
  if (here) {
    const Screen = screens[screen];
    return (
      <ServerHereProvider value={here}>
        <Suspense fallback={<LoadingState text={say("app.loading")} />}>
          <Screen />
        </Suspense>
      </ServerHereProvider>
    );
  }
  return (
    <Page title={say("nav.servers")}>
      <QueryState of={list} loading={say("servers.loading")} failed={say("servers.failed")} />
      {list.isSuccess ? (
        <EmptyState title={say("servers.unknown")} text={say("servers.unknownText", { id })}>
          <Link to="/servers">{say("servers.back")}</Link>
        </EmptyState>
      ) : null}
    </Page>
  );
}
