/** Loads English texts; a screen is shown after its texts are loaded. */
export async function loadStageTexts(): Promise<void> {
  await import("./parts/stage.ts");
}

/** All English texts. */
export async function loadAllTexts(): Promise<void> {
  await import("./parts/all.ts");
}
