/** The side panel: a cameras tab and a stages tab; it can be collapsed, and its edge dragged. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from "@tabler/icons-react";
import type { CSSProperties, RefObject } from "react";
import { classes } from "#chrome/kit/classes.ts";
import { useBackCloses } from "#chrome/kit/browser/back-closes.ts";
import { IconButton } from "#chrome/kit/button/icon-button.tsx";
import { lateChunk } from "#chrome/kit/feedback/chunk.tsx";
import { LatePart } from "#chrome/kit/feedback/late-part.tsx";
import { Tabs } from "#chrome/kit/tabs.tsx";
import { useProduct } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { CamerasTab } from "./cameras-tab.tsx";
import css from "./panel.module.css";
import { PanelEdge } from "./panel-edge.tsx";

const StagesTab = lateChunk(() => import("./stages-tab.tsx"));

interface SidePanelProps {
  readonly area: RefObject<HTMLElement | null>;
  /** it lies over the stage, and is gone while it is closed */
  readonly isSheet?: boolean;
}

export function SidePanel({ area, isSheet = false }: SidePanelProps) {
  const { stores } = useProduct();
  const say = useText();
  const isDocked = useFacts(stores.preferences, (facts) => facts.panelOpen);
  const isRaised = useFacts(stores.panel, (facts) => facts.sheetOpen);
  const open = isSheet ? isRaised : isDocked;
  const widthPx = useFacts(stores.preferences, (facts) => facts.panelWidthPx);
  const tab = useFacts(stores.panel, (facts) => facts.tab);
  const select = (id: "cameras" | "stages"): void =>
    stores.panel.change((facts) => {
      facts.tab = id;
    });
  const toggle = (
    <IconButton
      label={say(open ? "panel.close" : "panel.open")}
      onPress={() =>
        isSheet
          ? stores.panel.change((facts) => {
              facts.sheetOpen = false;
            })
          : stores.preferences.change((facts) => {
              facts.panelOpen = !facts.panelOpen;
            })
      }
    >
      {isSheet ? (
        <IconX size={20} />
      ) : open ? (
        <IconLayoutSidebarLeftCollapse size={18} />
      ) : (
        <IconLayoutSidebarLeftExpand size={18} />
      )}
    </IconButton>
  );
  const lower = (): void =>
    stores.panel.change((facts) => {
      facts.sheetOpen = false;
    });
  useBackCloses(isSheet && open, lower);
  if (isSheet && !open) return null;
  return (
    <aside
      className={classes(css.panel, !open && css.closed, isSheet && css.sheet)}
      aria-label={say("panel.label")}
      {...(open && !isSheet ? { style: { "--panel-width": `${widthPx}px` } as CSSProperties } : {})}
    >
      {open ? (
        <Tabs
          label={say("panel.label")}
          selected={tab}
          onSelect={(id) => select(id === "stages" ? "stages" : "cameras")}
          end={toggle}
          tabs={[
            { id: "cameras", label: say("panel.cameras"), content: <CamerasTab area={area} /> },
            {
              id: "stages",
              label: say("panel.stages"),
              content: (
                <LatePart onClose={() => select("cameras")}>
                  <StagesTab area={area} />
                </LatePart>
              ),
            },
          ]}
        />
      ) : (
        toggle
      )}
      {open && !isSheet ? <PanelEdge /> : null}
    </aside>
  );
}
