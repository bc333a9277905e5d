/** GL_RENDERER, unmasked where the browser tells. */
export function rendererName(gl: WebGL2RenderingContext): string {
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  return typeof name === "string" ? name : "unknown";
}

/** A CPU draws: presents and fill are expensive, uploads of bytes are cheap. */
export const isSoftware = (name: string): boolean => /swiftshader|llvmpipe|softpipe|basic render|software/i.test(name);
