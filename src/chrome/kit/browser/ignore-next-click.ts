/**
 * Keeps the click to come, up to the next press or key, from everything. For what a finger opens by resting: some browsers make a click
 * of its lifting off, on what has come into being under it meanwhile.
 */
export function ignoreNextClick(): void {
  const ended = new AbortController();
  const capture = { capture: true, signal: ended.signal };
  const ignore = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    ended.abort();
  };
  window.addEventListener("click", ignore, capture);
  for (const begins of ["pointerdown", "keydown"]) window.addEventListener(begins, () => ended.abort(), capture);
}
