/** The side panel: a cameras tab and a stages tab; it can be collapsed, and its edge dragged. */
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import type { CSSProperties, RefObject } from "react";
import { classes } from "#chrome/kit/classes.ts";
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

export function SidePanel({ area }: { readonly area: RefObject<HTMLElement | null> }) {
  const { stores } = useProduct();
  const say = useText();
  const open = useFacts(stores.preferences, (facts) => facts.panelOpen);
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
        stores.preferences.change((facts) => {
          facts.panelOpen = !facts.panelOpen;
        })
      }
    >
      {open ? <IconLayoutSidebarLeftCollapse size={18} /> : <IconLayoutSidebarLeftExpand size={18} />}
    </IconButton>
  );
  return (
    <aside
      className={classes(css.panel, !open && css.closed)}
      aria-label={say("panel.label")}
      {...(open ? { style: { "--panel-width": `${widthPx}px` } as CSSProperties } : {})}
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
      {open ? <PanelEdge /> : null}
    </aside>
  );
}
