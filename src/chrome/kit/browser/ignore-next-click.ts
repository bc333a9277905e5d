/**
 * Stops the next click for every element, up to the next press or key. It is for things that a resting finger opens:
 * some browsers send a click when the finger is lifted, and that click would hit what has opened under it. `until`: the
 * part of the page that was touched is gone, and no click of that finger comes any more.
 */
export function ignoreNextClick(until: AbortSignal): void {
  const ended = new AbortController();
  until.addEventListener("abort", () => ended.abort(), { signal: ended.signal });
  const capture = { capture: true, signal: ended.signal };
  const ignore = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    ended.abort();
  };
  window.addEventListener("click", ignore, capture);
  for (const begins of ["pointerdown", "keydown"]) window.addEventListener(begins, () => ended.abort(), capture);
}
