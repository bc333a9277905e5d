/** What the timeline's draw commands have in common. */
import type createREGL from "regl";

export const BLENDED: createREGL.BlendingOptions = {
  enable: true,
  func: { srcRGB: "src alpha", dstRGB: "one minus src alpha", srcAlpha: "one", dstAlpha: "one" },
};

interface Sized {
  readonly u_targetSize: readonly [number, number];
}

/** No depth, the given blending, the whole target as viewport. */
export const targetViewport = (blend: createREGL.BlendingOptions) => ({
  blend,
  depth: { enable: false },
  stencil: { enable: false },
  cull: { enable: false },
  scissor: { enable: false },
  viewport: (_context: createREGL.DefaultContext, props: Sized) => ({
    x: 0,
    y: 0,
    width: props.u_targetSize[0],
    height: props.u_targetSize[1],
  }),
});

/** Two triangles for each quad of four corners: left top, right top, left bottom, right bottom. */
function quadIndices(quads: number): Uint16Array {
  const indices = new Uint16Array(quads * 6);
  for (let quad = 0; quad < quads; quad++)
    indices.set(
      [0, 1, 2, 2, 1, 3].map((at) => quad * 4 + at),
      quad * 6,
    );
  return indices;
}

/** Indices for this many quads, in the form that regl takes. */
export const quadElements = (quads: number): createREGL.ElementsOptions => ({
  primitive: "triangles",
  type: "uint16",
  data: quadIndices(quads),
});
