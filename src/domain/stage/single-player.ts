/** The single player page (document 1, section 2): messages to and from the host page, errors. */
import { type Failure, failure } from "../failures/failure.ts";
import type { SinglePlayerArguments } from "./single-player-arguments.ts";

export type OutgoingType = "awaiting-auth" | "play-jpeg" | "play-webrtc" | "playing" | "stop";
/** The message to the host page; the host finds the frame by `frame-id` in `origin`, the frame's whole address. */
export const outgoing = (type: OutgoingType, address: string) => ({
  event: { component: "single-player", type },
  origin: address,
});

export type PostedCredential = { readonly kind: "jwt" | "sid"; readonly value: string };
/** The credential of a posted message; null when it carries none. A host may post a new one at any time to renew. */
export function postedCredential(message: unknown): PostedCredential | null {
  if (typeof message !== "object" || message === null) return null;
  const { jwt, sid } = message as Record<string, unknown>;
  if (typeof jwt === "string" && jwt !== "") return { kind: "jwt", value: jwt };
  return typeof sid === "string" && sid !== "" ? { kind: "sid", value: sid } : null;
}

export type SinglePlayerFault = "stream" | "server" | "authentication" | "information";
/** The text of the page in that state. */
export function singlePlayerFailure(fault: SinglePlayerFault, page: SinglePlayerArguments): Failure {
  switch (fault) {
    case "stream":
      return failure("player/stream", { id: page.streamId });
    case "server":
      return failure("player/server", { id: page.serverId ?? "" });
    case "authentication":
      return failure("player/authentication");
    case "information":
      return failure("player/information");
  }
}
