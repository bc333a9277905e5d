import type createREGL from "regl";

/**
 * The two things of regl that its types do not name. They are checked, so that another version fails here by name and
 * not as a black wall. regl is pinned for this reason.
 */
export function reglRefresh(regl: createREGL.Regl): () => void {
  const inner = regl as createREGL.Regl & { _refresh?: () => void };
  if (typeof inner._refresh !== "function") throw new Error("regl has no _refresh: other version?");
  return () => inner._refresh?.();
}

interface HandleHolder {
  texture: WebGLTexture;
}

function holder(texture: createREGL.Texture2D): HandleHolder {
  const inner: unknown = "_texture" in texture ? texture._texture : null;
  if (!inner || typeof inner !== "object" || !("texture" in inner) || !(inner.texture instanceof WebGLTexture)) {
    throw new Error("regl texture has no GL handle: other version?");
  }
  return inner as HandleHolder;
}

/** The GL texture that a regl texture wraps. It changes when the context is restored. */
export const glHandle = (texture: createREGL.Texture2D): WebGLTexture => holder(texture).texture;

/** Makes a regl texture stand for a GL texture that another owner made. */
export function adoptHandle(texture: createREGL.Texture2D, handle: WebGLTexture): void {
  holder(texture).texture = handle;
}
