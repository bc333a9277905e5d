/**
 * Messages to and from the page that shows us in a frame. Only the parent is heard, and only from origins of the
 * recorder's list.
 */
import { outgoing, type OutgoingType, type PostedCredential, postedCredential } from "#domain/stage/single-player.ts";

export interface EmbedHost {
  readonly post: (type: OutgoingType) => void;
}

/** `origins`: the recorder's embed origins, asked anew for each message. Our own origin always counts. */
export function openEmbedHost(
  origins: () => readonly string[],
  onCredential: (posted: PostedCredential) => void,
): EmbedHost {
  const allowed = (): readonly string[] => [...new Set([location.origin, ...origins()])];
  const { parent } = window;
  window.addEventListener("message", (event: MessageEvent<unknown>) => {
    if (parent === window || event.source !== parent || !allowed().includes(event.origin)) return;
    const posted = postedCredential(event.data);
    if (posted) onCredential(posted);
  });
  return {
    post(type) {
      if (parent === window) return;
      // The address of this frame is nobody else's business: only an allowed parent gets it.
      const above = location.ancestorOrigins?.[0];
      for (const origin of allowed())
        if (above === undefined || above === origin) parent.postMessage(outgoing(type, location.href), origin);
    },
  };
}
