/** The stage: side panel and canvas with everything the DOM lays over it. */
import { use, useEffect, useRef } from "react";
import { useProduct, WorkspaceProvider } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { DragGhost } from "./drag-ghost.tsx";
import { SidePanel } from "./side-panel.tsx";
import { StageArea } from "./stage-area.tsx";
import css from "./stage.module.css";

export default function StageScreen() {
  const { stores, workspace: open } = useProduct();
  const say = useText();
  const workspace = use(open());
  const { cameras, stage } = workspace;
  const userId = useFacts(stores.session, (facts) => facts.user?.userId ?? null);
  const ownerId = useFacts(stores.stage, (facts) => facts.ownerId);
  const area = useRef<HTMLDivElement>(null);

  useEffect(() => void cameras.load(), [cameras]);
  useEffect(() => {
    if (userId !== null && ownerId !== userId) stage.restore(userId);
  }, [stage, userId, ownerId]);

  return (
    <WorkspaceProvider value={workspace}>
      <div className={css.screen}>
        <h1 className={css.hiddenHelp}>{say("nav.stage")}</h1>
        <SidePanel area={area} />
        <StageArea area={area} />
        <DragGhost area={area} />
      </div>
    </WorkspaceProvider>
  );
}
