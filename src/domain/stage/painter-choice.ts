/** With what the wall is drawn: WebGL 2, or a 2D canvas where there is no WebGL or the user asks for it. */
export type PainterKind = "webgl2" | "canvas2d";
/** "auto": what suits this browser. */
export type PainterChoice = PainterKind | "auto";

export const PAINTER_CHOICES = ["auto", "webgl2", "canvas2d"] as const;

/** From a setting or the page's address; anything else means "auto". */
export const readPainterChoice = (text: string | null): PainterChoice =>
  PAINTER_CHOICES.find((choice) => choice === text) ?? "auto";
