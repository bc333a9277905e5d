/** The panes that are open, with what they ask of the camera's recorder. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { classes } from "#chrome/kit/classes.ts";
import { useProduct, useWorkspace } from "#chrome/product.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { useCameraName } from "#chrome/use-camera-name.ts";
import { useFacts } from "#chrome/use-facts.ts";
import type { Rect } from "#base/geometry.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { TileRect } from "#state/stage/stage-geometry.ts";
import css from "./player-extras.module.css";
import { PresetList } from "./preset-list.tsx";
import { hasPaneRoom, usePresetCamera } from "./use-preset-camera.ts";

export default function OpenPanes({ tiles }: { readonly tiles: readonly TileRect[] }) {
  const { stores } = useProduct();
  // The presets are requested again whenever a pane opens, because another client may have changed them.
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  const popoverOf = useFacts(stores.stage, (facts) => facts.presetsTileId);
  return (
    <QueryClientProvider client={queries}>
      {tiles.map(({ tileId, rect }) => {
        if (tileId === popoverOf) return <PresetPopover key={tileId} tileId={tileId} rect={rect} />;
        return hasPaneRoom(rect) ? <Pane key={tileId} tileId={tileId} rect={rect} /> : null;
      })}
    </QueryClientProvider>
  );
}

interface Props {
  readonly tileId: string;
  readonly rect: Rect;
}

function Pane({ tileId, rect }: Props) {
  const { stores } = useProduct();
  const on = useFacts(stores.players, (facts) => facts.byTile[tileId]?.ptz ?? false);
  const camera = usePresetCamera(tileId);
  return on && camera ? <ShownPane camera={camera} rect={rect} /> : null;
}

function ShownPane({ camera, rect }: { readonly camera: CameraFacts; readonly rect: Rect }) {
  const say = useText();
  const name = useCameraName(cameraKey(camera)) ?? camera.name;
  return (
    <section
      className={classes(css.pane, css.overPicture)}
      aria-label={say("ptz.presets", { name })}
      data-toolbar=""
      data-pane=""
      style={{
        maxHeight: `calc(${rect.height}px - var(--tile-header) - 10px)`,
        transform: `translate(${rect.x + rect.width}px, ${rect.y}px) translateX(-100%) translateX(-6px)`,
      }}
    >
      <PresetList camera={camera} />
    </section>
  );
}

function PresetPopover({ tileId, rect }: Props) {
  const { stage } = useWorkspace();
  const say = useText();
  const anchor = useRef<HTMLSpanElement>(null);
  const camera = usePresetCamera(tileId);
  const name = useCameraName(camera ? cameraKey(camera) : "");
  const isGone = camera === null;
  // A popover that is not rendered cannot be closed, and the cycle of stages would wait for it.
  useEffect(() => {
    if (isGone) stage.setPresets(null);
  }, [isGone, stage]);
  return (
    <>
      <span
        ref={anchor}
        className={css.anchor}
        style={{ width: rect.width, height: rect.height, transform: `translate(${rect.x}px, ${rect.y}px)` }}
      />
      {camera ? (
        <Popover
          isOpen
          triggerRef={anchor}
          placement="right top"
          offset={4}
          className={css.popover ?? ""}
          onOpenChange={(open) => !open && stage.setPresets(null)}
        >
          <Dialog className={css.pane ?? ""} aria-label={say("ptz.presets", { name: name ?? camera.name })}>
            <PresetList camera={camera} />
          </Dialog>
        </Popover>
      ) : null}
    </>
  );
}
