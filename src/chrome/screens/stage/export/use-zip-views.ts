/** What the zip has of fisheyes: what the stage shows of each, until the user chooses. */
import { useState } from "react";
import type { ExportOrder } from "#actions/recordings/export-order.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { ExportRowProps } from "./export-row.tsx";
import { WHOLE_PICTURE } from "./export-views.tsx";

export type CameraViews = Pick<ExportRowProps, "views" | "lens" | "shownViews">;
const NO_VIEWS: CameraViews = { views: [], lens: null, shownViews: [] };

interface ZipViews {
  readonly of: (camera: CameraFacts) => CameraViews;
  /** ids of views, `WHOLE_PICTURE`; never empty */
  readonly chosen: (camera: CameraFacts) => readonly string[];
  readonly choose: (camera: CameraFacts, ids: readonly string[]) => void;
  /** for the order of a zip */
  readonly ordered: (
    zipped: readonly { readonly camera: CameraFacts; readonly streamId: string }[],
  ) => NonNullable<ExportOrder["views"]>;
}

export function useZipViews(viewsOf: ((camera: CameraFacts) => CameraViews) | undefined): ZipViews {
  const [byCamera, setByCamera] = useState<Readonly<Record<string, readonly string[]>>>({});
  const of = (camera: CameraFacts): CameraViews => viewsOf?.(camera) ?? NO_VIEWS;
  const chosen = (camera: CameraFacts): readonly string[] => {
    const { views, shownViews } = of(camera);
    const asked = byCamera[cameraKey(camera)] ?? shownViews;
    // A view may have been removed since it was chosen.
    const isWhole = camera.actions.export;
    const left = asked.filter((id) => (id === WHOLE_PICTURE && isWhole) || views.some((view) => view.id === id));
    if (left.length > 0) return left;
    return isWhole ? [WHOLE_PICTURE] : views.slice(0, 1).map(({ id }) => id);
  };
  return {
    of,
    chosen,
    choose: (camera, ids) => setByCamera((before) => ({ ...before, [cameraKey(camera)]: ids })),
    ordered: (zipped) =>
      Object.fromEntries(
        zipped.flatMap(({ camera, streamId }) => {
          const { views, lens } = of(camera);
          const parts = chosen(camera).map((id) => {
            const view = views.find((each) => each.id === id);
            return view ? { name: view.name, look: view.look, lens } : null;
          });
          return parts.some((each) => each !== null) ? [[streamId, parts]] : [];
        }),
      ),
  };
}
