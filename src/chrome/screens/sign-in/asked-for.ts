/** Where signing in goes on to: the address that was asked for before (the router's state), else the stage. */
export function askedFor(state: unknown): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" && from.startsWith("/") && !from.startsWith("/sign-in") ? from : "/stage";
}
