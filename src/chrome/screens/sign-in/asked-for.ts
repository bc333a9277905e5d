/** The address to open after sign-in: the one that was requested before (the router's state), otherwise the stage. */
export function askedFor(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") && !from.startsWith("/sign-in") ? from : "/stage";
}
