/** The dewarped picture as the stage will show it: drawn by the stage's own shaders. */
import { Geometry, type MeshGeometry, Shader, Texture, type TextureShader, UniformGroup } from "pixi.js";
import { IconPhotoOff } from "@tabler/icons-react";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { clamp, type Size } from "#base/geometry.ts";
import { withDefines } from "#base/glsl.ts";
import type { PerspectiveView } from "#domain/dewarp/config.ts";
import { DEWARP_ZOOM_STEP } from "#domain/limits/dewarp.ts";
import { dragDewarp, grabDewarp } from "#domain/dewarp/gestures.ts";
import { dewarpScene } from "#domain/dewarp/scene.ts";
import { type DewarpState, dewarpState, type TileDewarp } from "#domain/dewarp/tile-dewarp.ts";
import { circleUniforms, dewarpViews, type DewarpView, lensUniforms, viewUniforms } from "#domain/dewarp/views.ts";
import { classes } from "#chrome/kit/classes.ts";
import { PixiCanvas } from "#chrome/kit/canvas/pixi-canvas.tsx";
import { LoadingState } from "#chrome/kit/feedback/states.tsx";
import { useTexture } from "#chrome/kit/canvas/use-texture.ts";
import { useWidth } from "#chrome/kit/canvas/use-width.ts";
import panoramaFrag from "#shaders/dewarp/panorama.frag";
import panoramaVert from "#shaders/dewarp/panorama.vert";
import perspectiveFrag from "#shaders/dewarp/perspective.frag";
import perspectiveVert from "#shaders/dewarp/perspective.vert";
import { useText } from "#chrome/texts/use-text.ts";
import css from "./dewarp.module.css";

const ASPECT = 16 / 9;
/** taps per pixel: a preview is smaller than its source, so it needs more than one */
const SAMPLES = 4;

/** Dragging and the wheel change the view; keyboard users change it with the sliders beside it. */
export function DewarpPreview(props: {
  readonly picture: ImageBitmap;
  readonly tile: TileDewarp;
  readonly onChange: (state: DewarpState) => void;
}) {
  const { picture, tile, onChange } = props;
  const say = useText();
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const size = { width, height: Math.round(width / ASPECT) };
  const texture = useTexture(picture);
  usePointer(box, tile, size, onChange);
  return (
    <figure
      ref={box}
      aria-label={say(tile.mode === 1 ? "dewarp.previewPerspective" : "dewarp.previewPanorama")}
      className={css.preview}
      style={{ height: size.height }}
    >
      {width > 0 ? (
        <PixiCanvas
          {...size}
          waiting={say("camera.pictureLoading")}
          fallback={
            <p role="alert" className={css.noPreview}>
              {say("failure.dewarp/init-failed")}
            </p>
          }
        >
          <DewarpMesh texture={texture} tile={tile} size={size} picture={picture} />
        </PixiCanvas>
      ) : null}
    </figure>
  );
}

/** Shown in place of the preview while there is no picture; the round picture beside it gives the reason. */
export function NoPreview({ loading }: { readonly loading: boolean }) {
  const say = useText();
  return (
    <div className={classes(css.preview, css.noPreview)}>
      {loading ? (
        <LoadingState text={say("camera.pictureLoading")} />
      ) : (
        <>
          <IconPhotoOff size={28} aria-hidden="true" />
          <p>{say("dewarp.noPreview")}</p>
        </>
      )}
    </div>
  );
}

function DewarpMesh(props: {
  readonly texture: Texture;
  readonly tile: TileDewarp;
  readonly size: Size;
  readonly picture: Size;
}) {
  const { texture, tile, size, picture } = props;
  const ratio = globalThis.devicePixelRatio;
  const target = { width: Math.round(size.width * ratio), height: Math.round(size.height * ratio) };
  const view = dewarpViews(dewarpScene(tile), { x: 0, y: 0, ...target })[0];
  const geometry = useMemo(
    () => new Geometry({ attributes: { a_corner: [0, 0, 1, 0, 0, 1, 1, 1] }, topology: "triangle-strip" }),
    [],
  );
  const kind = view?.kind ?? "perspective";
  const { projection } = tile.lens;
  const shader = useMemo(() => makeShader(kind, projection), [kind, projection]);
  useEffect(() => () => shader.destroy(), [shader]);
  useEffect(() => () => geometry.destroy(), [geometry]);
  useEffect(() => {
    if (!view) return;
    feed(shader, texture, {
      u_rect: [0, 0, target.width, target.height],
      u_targetSize: [target.width, target.height],
      u_opacity: 1,
      ...circleUniforms(tile.lens, picture),
      ...lensUniforms(tile.lens),
      ...viewUniforms(view),
    });
  });
  // @pixi/react knows only meshes of textured triangles, but pixi also draws any geometry with a matching shader.
  return <pixiMesh geometry={geometry as MeshGeometry} shader={shader as TextureShader} />;
}

/** Gives the shader its picture and the values of this view; uniforms that its program does not have are left out. */
function feed(shader: Shader, texture: Texture, values: Readonly<Record<string, number | readonly number[]>>): void {
  shader.resources.u_plane0 = texture.source;
  const { uniforms } = shader.resources.dewarp as { uniforms: Record<string, unknown> };
  for (const [name, value] of Object.entries(values))
    if (name in uniforms) uniforms[name] = typeof value === "number" ? value : new Float32Array(value);
}

function makeShader(kind: DewarpView["kind"], projection: string): Shader {
  const defines = ["PICTURE_RGBA", `LENS_${projection.toUpperCase()}`, `SAMPLES ${SAMPLES}`, "HATCH"];
  const [vertex, fragment] = kind === "perspective" ? [perspectiveVert, perspectiveFrag] : [panoramaVert, panoramaFrag];
  const floats = (count: number) => new Float32Array(count);
  const own =
    kind === "perspective"
      ? {
          u_tileOrigin: { value: floats(2), type: "vec2<f32>" as const },
          u_screenToLens: { value: floats(9), type: "mat3x3<f32>" as const },
        }
      : {
          u_strip: { value: floats(4), type: "vec4<f32>" as const },
          u_angles: { value: floats(4), type: "vec4<f32>" as const },
          u_worldToLens: { value: floats(9), type: "mat3x3<f32>" as const },
        };
  return Shader.from({
    gl: { vertex: withDefines(vertex, defines), fragment: withDefines(fragment, defines), name: `dewarp-${kind}` },
    resources: {
      // this texture is used until the first picture has been uploaded
      u_plane0: Texture.WHITE.source,
      dewarp: new UniformGroup({
        u_rect: { value: floats(4), type: "vec4<f32>" },
        u_targetSize: { value: floats(2), type: "vec2<f32>" },
        u_opacity: { value: 1, type: "f32" },
        u_circleCentre: { value: floats(2), type: "vec2<f32>" },
        u_circleRadius: { value: floats(2), type: "vec2<f32>" },
        u_edge: { value: 1, type: "f32" },
        ...(projection === "polynomial"
          ? {
              u_lensK: { value: floats(4), type: "vec4<f32>" as const },
              u_lensHalf: { value: Math.PI / 2, type: "f32" as const },
            }
          : {}),
        ...own,
      }),
    },
  });
}

/** The user drags and zooms the picture directly, as on the stage. */
function usePointer(
  box: RefObject<HTMLElement | null>,
  tile: TileDewarp,
  size: Size,
  onChange: (state: DewarpState) => void,
): void {
  const now = useRef({ tile, size, onChange });
  useEffect(() => {
    now.current = { tile, size, onChange };
  });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const leave = new AbortController();
    const { signal } = leave;
    let grab: ReturnType<typeof grabDewarp> | null = null;
    const at = (event: PointerEvent) => {
      const edges = element.getBoundingClientRect();
      return { x: event.clientX - edges.left, y: event.clientY - edges.top };
    };
    element.addEventListener(
      "pointerdown",
      (event) => {
        element.setPointerCapture(event.pointerId);
        grab = grabDewarp(now.current.tile, now.current.size, at(event));
      },
      { signal },
    );
    element.addEventListener(
      "pointermove",
      (event) => {
        if (grab) now.current.onChange(dragDewarp(now.current.tile, grab, at(event)));
      },
      { signal },
    );
    for (const name of ["pointerup", "pointercancel"] as const)
      element.addEventListener(name, () => (grab = null), { signal });
    element.addEventListener(
      "wheel",
      (event) => {
        const { tile: shown } = now.current;
        if (shown.mode !== 1 || event.deltaY === 0) return;
        event.preventDefault();
        const view: PerspectiveView = {
          ...shown.view,
          zoom: clamp(shown.view.zoom - Math.sign(event.deltaY) * DEWARP_ZOOM_STEP, DEWARP_ZOOM_STEP, 10),
        };
        now.current.onChange({ ...dewarpState(shown), view });
      },
      { signal, passive: false },
    );
    return () => leave.abort();
  }, [box]);
}
