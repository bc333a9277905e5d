/**
 * Scrolls an element with an error into sight, and no farther than needed: in a low window the body of a dialog
 * scrolls, and its button would seem to do nothing. Used as a `ref`, it scrolls when the element appears.
 */
export function intoSight(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
