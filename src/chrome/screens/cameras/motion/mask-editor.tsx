/**
 * The region editor of the motion dialog: a still of the camera, the ignored regions over it, and the brush. Pixi draws
 * it.
 */
import type { Graphics } from "pixi.js";
import { type KeyboardEvent, useCallback, useRef, useState } from "react";
import { clamp, type Point } from "#base/geometry.ts";
import { brushSize, type MaskMode } from "#domain/cameras/motion-config.ts";
import { smallestObjectShare } from "#domain/cameras/motion-mask.ts";
import { useTexture } from "#chrome/kit/canvas/use-texture.ts";
import { useText } from "#chrome/texts/use-text.ts";
import { PictureCanvas } from "../picture-canvas.tsx";
import { useSurface } from "../use-surface.ts";
import type { MaskPainting } from "./mask-painting.ts";
import css from "./motion.module.css";

const MASK_OPACITY = 0.5;
const LINE = 0xffffff;
const SHADOW = 0x000000;

interface MaskEditorProps {
  readonly picture: ImageBitmap;
  readonly painting: MaskPainting;
  readonly brush: number;
  readonly mode: MaskMode;
  readonly objectSize: number;
  readonly onBrush: (brush: number) => void;
  readonly onMode: (mode: MaskMode) => void;
  readonly onPainted: () => void;
}

/**
 * Pointer: press and drag to paint. Keys: arrows move the brush, Space paints, and Shift with an arrow paints while
 * moving.
 */
export function MaskEditor(props: MaskEditorProps) {
  const { picture, painting, brush, mode } = props;
  const say = useText();
  const surface = useSurface(picture);
  const { width, height, scale } = surface;
  const [at, setAt] = useState<Point>({ x: picture.width / 2, y: picture.height / 2 });
  const [shown, setShown] = useState(false);
  const last = useRef<Point>(at);

  const still = useTexture(picture);
  const mask = useTexture(painting.canvas);

  const paint = (from: Point, to: Point): void => {
    painting.stroke(from, to, brush, mode);
    props.onPainted();
  };
  const inside = ({ x, y }: Point): Point => ({
    x: clamp(x, 0, picture.width - 1),
    y: clamp(y, 0, picture.height - 1),
  });
  const press = (place: Point): void => {
    const point = inside(place);
    last.current = point;
    setAt(point);
    paint(point, point);
  };
  const move = (place: Point, pressed: boolean): void => {
    const point = inside(place);
    setAt(point);
    setShown(true);
    if (pressed) paint(last.current, point);
    last.current = point;
  };

  const key = (event: KeyboardEvent): void => {
    const step = event.altKey ? 1 : Math.max(1, Math.round(brush / 2));
    const ways: Readonly<Record<string, Point>> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    };
    const way = ways[event.key];
    if (way) {
      const to = inside({ x: at.x + way.x, y: at.y + way.y });
      if (event.shiftKey) paint(at, to);
      setAt(to);
    } else if (event.key === " " || event.key === "Enter") paint(at, at);
    else if (event.key === "d") props.onMode("draw");
    else if (event.key === "e") props.onMode("erase");
    else if (event.key === "+" || event.key === "]") props.onBrush(brushSize(brush + 5));
    else if (event.key === "-" || event.key === "[") props.onBrush(brushSize(brush - 5));
    else return;
    setShown(true);
    event.preventDefault();
  };

  const side = Math.sqrt(smallestObjectShare(props.objectSize) * picture.width * picture.height) * scale;
  const drawCursor = useCallback(
    (graphics: Graphics) => {
      graphics.clear();
      if (!shown) return;
      const radius = (brush / 2) * scale;
      graphics.circle(at.x * scale, at.y * scale, radius).stroke({ width: 3, color: SHADOW, alpha: 0.6 });
      graphics.circle(at.x * scale, at.y * scale, radius).stroke({ width: 1.5, color: LINE });
    },
    [shown, at, brush, scale],
  );
  const drawObject = useCallback(
    (graphics: Graphics) => {
      const margin = 12;
      graphics.clear();
      graphics.rect(margin, margin, side, side).stroke({ width: 3, color: SHADOW, alpha: 0.6 });
      graphics.rect(margin, margin, side, side).stroke({ width: 1.5, color: LINE });
    },
    [side],
  );
  const place = {
    x: Math.round((at.x / picture.width) * 100),
    y: Math.round((at.y / picture.height) * 100),
  };

  return (
    <div>
      <PictureCanvas
        surface={surface}
        label={say("motion.editor")}
        help={say("motion.editorHelp")}
        fallback={say("motion.noWebgl")}
        className={css.brush}
        onPress={press}
        onMove={move}
        onKey={key}
        onAttention={setShown}
      >
        <pixiSprite texture={still} width={width} height={height} />
        <pixiSprite texture={mask} width={width} height={height} alpha={MASK_OPACITY} />
        <pixiGraphics draw={drawObject} />
        <pixiGraphics draw={drawCursor} />
      </PictureCanvas>
      <output className={css.place}>
        {say(painting.ignores(at) ? "motion.brushIgnored" : "motion.brushWatched", place)}
      </output>
    </div>
  );
}
