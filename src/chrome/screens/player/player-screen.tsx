/** The single player page: waits for its host's credentials, then shows one camera's player and nothing else. */
import { useFailureText } from "#chrome/texts/use-failure-text.ts";
import { use, useEffect, useRef } from "react";
import { ErrorState, LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useProduct, WorkspaceProvider } from "#chrome/product.ts";
import { Messages } from "#chrome/shell/messages.tsx";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { singlePlayerFailure } from "#domain/stage/single-player.ts";
import { StageArea } from "../stage/stage-area.tsx";
import own from "./player.module.css";

export default function PlayerScreen() {
  const { stores, reload } = useProduct();
  const say = useText();
  const failureText = useFailureText();
  const page = useFacts(stores.single, (facts) => facts.page);
  const fault = useFacts(stores.single, (facts) => facts.fault);
  const phase = useFacts(stores.session, (facts) => facts.phase);
  const hasAbout = useFacts(stores.session, (facts) => facts.aboutFailure === null);

  const shown = hasAbout ? fault : "information";
  if (page && shown !== null)
    return (
      <ErrorState
        isPage
        title={failureText(singlePlayerFailure(shown, page))}
        reason=""
        retryLabel={say("app.retry")}
        onRetry={reload}
      />
    );
  if (phase !== "signed-in") return <LoadingState text={say("player.awaitingAuth")} />;
  return <Opened />;
}

function Opened() {
  const { stores, workspace: open, single } = useProduct();
  const workspace = use(open());
  const actions = use(single());
  const say = useText();
  const area = useRef<HTMLDivElement>(null);
  const step = useFacts(stores.single, (facts) => facts.step);
  useEffect(() => {
    if (stores.single.get().step === "playing") return;
    void actions.open({
      cameras: workspace.cameras,
      stage: workspace.stage,
      startAt: (timeMs) => workspace.timeline.open(timeMs, 1, false),
    });
  }, [actions, stores, workspace]);
  if (step !== "playing") return <LoadingState text={say("app.loading")} />;
  return (
    <WorkspaceProvider value={workspace}>
      <div className={own.page}>
        <StageArea area={area} />
      </div>
      <Messages />
    </WorkspaceProvider>
  );
}
