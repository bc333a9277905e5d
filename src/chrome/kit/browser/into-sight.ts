/**
 * Scrolls what is wrong into sight, as little as that takes: in a low window the body of a dialog scrolls, and its button
 * would seem to do nothing. As a `ref` it does so when the element appears.
 */
export function intoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
