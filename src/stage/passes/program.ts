import type createREGL from "regl";

/**
 * What all quads of the stage have in common: a strip of four corners, no depth, blending only where it is requested.
 */
export function quadCommand(
  regl: createREGL.Regl,
  vert: string,
  frag: string,
  uniforms: readonly string[],
): createREGL.DrawCommand {
  return regl<Record<string, never>, { a_corner: number[][] }, QuadProps>({
    vert,
    frag,
    attributes: {
      a_corner: [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ],
    },
    ...shared(regl, uniforms),
    count: 4,
    primitive: "triangle strip",
  });
}

/** Triangles whose corners come from buffers: props of the attributes' names, and `elements`. */
export function meshCommand(
  regl: createREGL.Regl,
  [vert, frag]: readonly [string, string],
  attributes: readonly string[],
  uniforms: readonly string[],
): createREGL.DrawCommand {
  return regl<Record<string, never>, Record<string, unknown>, QuadProps>({
    vert,
    frag,
    attributes: Object.fromEntries(attributes.map((name) => [name, dynamic(regl, name)])),
    elements: regl.prop<MeshProps, "elements">("elements"),
    ...shared(regl, uniforms),
  });
}

/** No depth, blending only where a tile is translucent, the whole target as viewport. */
function shared(regl: createREGL.Regl, uniforms: readonly string[]) {
  return {
    uniforms: Object.fromEntries(uniforms.map((name) => [name, dynamic(regl, name)])),
    depth: { enable: false },
    stencil: { enable: false },
    cull: { enable: false },
    scissor: { enable: false },
    // Each part by itself: regl takes no function for all of it and says nothing, though its types do.
    blend: {
      enable: (_context: createREGL.DefaultContext, props: QuadProps) => props.u_opacity < 1,
      func: BLEND_FUNC,
    } as unknown as createREGL.BlendingOptions,
    viewport: (_context: createREGL.DefaultContext, props: QuadProps) => ({
      x: 0,
      y: 0,
      width: props.u_targetSize[0],
      height: props.u_targetSize[1],
    }),
  };
}

const BLEND_FUNC = {
  srcRGB: "src alpha",
  dstRGB: "one minus src alpha",
  srcAlpha: "one",
  dstAlpha: "one",
} as const;

const dynamic = (regl: createREGL.Regl, name: string) => regl.prop<Record<string, never>, string>(name);

/** What every quad names in addition to its own uniforms. */
interface QuadProps {
  readonly u_opacity: number;
  readonly u_targetSize: readonly [number, number];
}

interface MeshProps {
  readonly elements: createREGL.Elements;
}

/** 0xRRGGBB as 0..1 components. */
export const rgb = (colour: number): readonly [number, number, number] => [
  ((colour >> 16) & 255) / 255,
  ((colour >> 8) & 255) / 255,
  (colour & 255) / 255,
];
