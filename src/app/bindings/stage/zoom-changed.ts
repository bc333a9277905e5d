import type { PlayerFacts } from "#state/stage/player-store.ts";

type ByTile = Readonly<Record<string, Pick<PlayerFacts, "zoom" | "dewarp">>>;

/** Whether some tile shows more or less of its picture than before: then another of its camera's streams may be due. */
export const zoomChanged = (now: ByTile, before: ByTile): boolean =>
  Object.keys(now).some((id) => {
    const [tile, was] = [now[id], before[id]];
    return (
      tile?.zoom !== was?.zoom ||
      tile?.dewarp?.view.zoom !== was?.dewarp?.view.zoom ||
      tile?.dewarp?.panoramaZoom.scale !== was?.dewarp?.panoramaZoom.scale ||
      tile?.dewarp?.layout !== was?.dewarp?.layout
    );
  });
