/** The small live picture of a view: the camera's small picture, dewarped here. */
import { IconVideoOff } from "@tabler/icons-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Spinner } from "#chrome/kit/feedback/spinner.tsx";
import { useProduct } from "#chrome/product.ts";
import { useFacts } from "#chrome/use-facts.ts";
import { stateOfLook } from "#domain/dewarp/look.ts";
import { drawDewarped } from "#domain/dewarp/pixels/still.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { tileDewarpOf } from "#domain/dewarp/tile-dewarp.ts";
import { type CameraFacts, cameraKey } from "#state/camera-store.ts";
import type { NamedView } from "#state/stage/view-store.ts";
import { usePreview } from "../use-preview.ts";
import css from "./views.module.css";

/** The picture's size, px: as large as the panel's widest layout shows it. */
const SIZE = { width: 320, height: 180 };

/** A view shows a part of the picture. */
const WIDER = 2;

export function ViewPicture(props: {
  readonly box: RefObject<HTMLElement | null>;
  readonly view: NamedView;
  readonly camera: CameraFacts;
}) {
  const { box, view, camera } = props;
  const { stores } = useProduct();
  const canvas = useRef<HTMLCanvasElement>(null);
  const lens = useFacts(stores.players, ({ lenses }) => lenses[cameraKey(camera)] ?? null);
  const mayHave = camera.actions.live && camera.state !== "idle";
  const preview = usePreview(box, mayHave ? camera.primaryStreamId : null, WIDER);
  const [isDrawn, setDrawn] = useState(false);
  const url = preview.kind === "picture" ? preview.url : null;
  const config = camera.dewarp;
  useEffect(() => {
    if (url === null || config === null) return undefined;
    let isOver = false;
    const image = new Image();
    image.src = url;
    const dewarp = tileDewarpOf(view.look.mode, config, stateOfLook(view.look, config), lens);
    image.decode().then(
      () => {
        if (isOver || !canvas.current) return;
        const pixels = pixelsOf(image);
        const context = canvas.current.getContext("2d");
        if (!pixels || !context) return;
        const target = context.createImageData(SIZE.width, SIZE.height);
        drawDewarped(dewarpScene(dewarp), pixels, SIZE, target.data);
        context.putImageData(target, 0, 0);
        setDrawn(true);
      },
      // The next picture comes soon.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [url, config, lens, view.look]);
  const begins = camera.state === "running" || camera.state === "starting";
  const waits = preview.kind === "waiting" || preview.kind === "loading" || url !== null;
  return (
    <>
      <canvas ref={canvas} className={css.picture} hidden={!isDrawn} width={SIZE.width} height={SIZE.height} />
      {isDrawn ? null : waits && begins ? <Spinner /> : <IconVideoOff size={18} aria-hidden="true" />}
    </>
  );
}

function pixelsOf(image: HTMLImageElement) {
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  context.drawImage(image, 0, 0);
  return { width, height, rgba: context.getImageData(0, 0, width, height).data };
}
