/** Shader files arrive as text through vite-plugin-glsl, their `#include`s resolved. */
declare module "*.glsl" {
  const source: string;
  export default source;
}
declare module "*.vert" {
  const source: string;
  export default source;
}
declare module "*.frag" {
  const source: string;
  export default source;
}
