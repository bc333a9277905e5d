/** Decides by the route table and its guards which screen the page shows, and loads that screen. */
import type { Failure } from "#domain/failures/failure.ts";
import "./kit/tokens.css";
import "./kit/base.css";
import { type ComponentType, type ReactNode, Suspense, useCallback } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { flagIsOn, type Gate } from "#domain/browser-support.ts";
import { decideRoute, type Route, routeOf } from "#domain/routes.ts";
import { visitorOf } from "#state/session-store.ts";
import { chunk } from "./kit/feedback/chunk.tsx";
import { LoadBoundary } from "./kit/feedback/load-boundary.tsx";
import { ErrorState, LoadingState } from "./kit/feedback/states.tsx";
import { useProduct } from "./product.ts";
import { GateScreen } from "./screens/gate-screen.tsx";
import { NotFoundScreen } from "./screens/not-found-screen.tsx";
import { askedFor } from "./screens/sign-in/asked-for.ts";
import { SignInScreen } from "./screens/sign-in/sign-in-screen.tsx";
// This screen is not lazy: when it is needed, there is no server to load it from.
import ReloadScreen from "./shell/reload-screen.tsx";
import { useKioskReturn, useServerReturn } from "./shell/use-server-return.ts";
import { loadShell, loadStageScreen } from "./start-parts.ts";
import { loadAllTexts, loadStageTexts } from "./texts/load-texts.ts";
import { useText } from "./texts/use-text.ts";
import { sameFields, useFacts } from "./use-facts.ts";

/** A part in a chunk of its own, which is loaded together with the texts that it may show. */
const part =
  (texts: () => Promise<void>) =>
  <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) =>
    chunk(async () => {
      const [loaded] = await Promise.all([load(), texts()]);
      return loaded;
    });
const screen = part(loadStageTexts);
const administration = part(loadAllTexts);

const OwnAccountHost = chunk(() => import("./screens/own-account/own-account-host.tsx"));
const Shell = screen(loadShell);
const PlayerScreen = screen(() => import("./screens/player/player-screen.tsx"));

/** Screens inside the shell; each has its own chunk. New screens are added here. */
const screens: Partial<Record<Route, ComponentType>> = {
  stage: screen(loadStageScreen),
  plugin: screen(() => import("./screens/plugin/plugin-screen.tsx")),
  "system-status": administration(() => import("./screens/system-status/system-status-screen.tsx")),
  cameras: administration(() => import("./screens/cameras/cameras-screen.tsx")),
  "retention-policy": administration(() => import("./screens/retention/retention-screen.tsx")),
  "system-report": administration(() => import("./screens/system-report/system-report-screen.tsx")),
  audit: administration(() => import("./screens/audit/audit-screen.tsx")),
  activation: administration(() => import("./screens/activation/activation-screen.tsx")),
  users: administration(() => import("./screens/users/users-screen.tsx")),
  "permission-groups": administration(() => import("./screens/permission-groups/permission-groups-screen.tsx")),
  "camera-groups": administration(() => import("./screens/camera-groups/camera-groups-screen.tsx")),
  notifications: administration(() => import("./screens/notifications/notifications-screen.tsx")),
  servers: administration(() => import("./screens/servers/servers-screen.tsx")),
  flags: administration(() => import("./screens/flags/flags-screen.tsx")),
  version: administration(() => import("./screens/version/version-screen.tsx")),
};

export function Root() {
  const { stores, gate, visit } = useProduct();
  const say = useText();
  const { pathname, search, state } = useLocation();
  const visitor = useFacts(stores.session, visitorOf, sameFields);
  const phase = useFacts(stores.session, (facts) => facts.phase);
  // Another user gets newly mounted screens, also when the session changed under an open screen.
  const who = useFacts(stores.session, (facts) => `${visit} ${facts.user?.userId ?? ""}`);
  const aboutFailure = useFacts(stores.session, (facts) => facts.aboutFailure);
  const death = useFacts(stores.health, (facts) => facts.death);

  if (death === "destroyed") return <ReloadScreen />;
  // Older bookmarks have the form '#!/x'; plugin pages are excepted.
  if (pathname.startsWith("/!/") && !pathname.startsWith("/!/plugin/"))
    return <Navigate to={pathname.slice(2) + search} replace />;

  const decision = decideRoute(pathname, visitor, flagIsOn(new URLSearchParams(search).get("skipAuth")));
  if (decision.kind === "not-found") return <NotFoundScreen />;
  if (decision.kind === "allow" && isGate(decision.route)) return <GateScreen gate={decision.route} />;
  // The single player has no sign-in page: its host posts the credentials.
  if (visitor.singlePlayer && decision.kind === "allow") {
    if (decision.route === "sign-in") return <Navigate to={`/player${search}`} replace />;
    if (decision.route === "player")
      return (
        <Loaded key={visit}>
          <PlayerScreen />
        </Loaded>
      );
  }
  if (phase === "unknown")
    return aboutFailure === null ? <LoadingState text={say("app.loading")} /> : <Unreachable reason={aboutFailure} />;
  // After sign-in the page goes on to the requested address, for example a link to a stage or a kiosk.
  if (decision.kind === "redirect" && decision.to === "sign-in")
    return <Navigate to="/sign-in" state={{ from: pathname + search }} replace />;
  if (decision.kind === "redirect") {
    const goesOn = decision.to === "stage" && routeOf(pathname) === "sign-in";
    return <Navigate to={goesOn ? askedFor(state) : `/${decision.to}`} replace />;
  }
  if (decision.route === "sign-in") return gate === null ? <SignInScreen /> : <Navigate to={`/${gate}`} replace />;

  const Screen = screens[decision.route];
  if (!Screen) return <NotFoundScreen />;
  if (decision.route === "stage" && flagIsOn(new URLSearchParams(search).get("kiosk")))
    return (
      <Loaded key={who}>
        <Screen />
      </Loaded>
    );
  return (
    <Loaded key={who}>
      <Shell bare={!visitor.signedIn}>
        <Loaded inShell>
          <Screen />
        </Loaded>
        <Suspense>
          <OwnAccountHost />
        </Suspense>
      </Shell>
    </Loaded>
  );
}

const isGate = (route: Route): route is Gate =>
  route === "unsupported-browser" ||
  route === "no-websocket" ||
  route === "incognito" ||
  route === "browser-compatibility";

/** The request failed that asks the server what it is, or who is signed in. */
function Unreachable({ reason }: { readonly reason: Failure }) {
  const { session } = useProduct();
  const say = useText();
  const again = useCallback(() => void session.start(), [session]);
  useServerReturn(again);
  return (
    <main>
      <ErrorState isPage title={say("app.unreachable")} reason={reason} retryLabel={say("app.retry")} onRetry={again} />
    </main>
  );
}

/**
 * Shown when a part could not be loaded. Some browsers keep a failed import for the whole life of the page; reloading
 * helps in all of them.
 */
function NotLoaded() {
  const { reload } = useProduct();
  const say = useText();
  useKioskReturn(reload);
  return (
    <ErrorState
      isPage
      title={say("app.notLoaded")}
      reason={say("app.notLoadedText")}
      retryLabel={say("death.reload")}
      onRetry={reload}
    />
  );
}

/** `inShell`: the shell's own frame says where the main content is. */
function Loaded({ inShell = false, children }: { readonly inShell?: boolean; readonly children: ReactNode }) {
  const say = useText();
  const { pathname } = useLocation();
  return (
    <LoadBoundary
      place={pathname}
      fallback={
        inShell ? (
          <NotLoaded />
        ) : (
          <main>
            <NotLoaded />
          </main>
        )
      }
    >
      <Suspense fallback={<LoadingState text={say("app.loading")} />}>{children}</Suspense>
    </LoadBoundary>
  );
}
