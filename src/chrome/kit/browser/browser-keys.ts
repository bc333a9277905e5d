/**
 * Whether a key combination belongs to the browser or the system (zoom, back, tabs) and not to the focused element. On
 * many keyboards a bracket is typed with AltGr, which reports Ctrl and Alt at once, or with Option: those combinations
 * are letters.
 */
export const isForBrowser = (
  event: Readonly<Pick<KeyboardEvent, "key" | "ctrlKey" | "altKey" | "metaKey">>,
): boolean => {
  if (event.metaKey) return true;
  const writes = event.altKey && event.key.length === 1;
  return !writes && (event.ctrlKey || event.altKey);
};
