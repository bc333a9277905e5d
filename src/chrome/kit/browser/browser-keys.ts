/**
 * Whether keys pressed together are the browser's or the system's (zoom, back, tabs) and not what has the focus is asked for.
 * On many keyboards a bracket is written with AltGr, which is Ctrl and Alt at once, or with Option: those are letters.
 */
export const isForBrowser = (
  event: Readonly<Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">>,
): boolean => {
  if (event.metaKey) return true;
  const writes = event.altKey && event.key.length === 1;
  return !writes && (event.ctrlKey || event.altKey);
};
