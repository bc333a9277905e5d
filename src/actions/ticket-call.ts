/** Keys for addresses that the browser opens by itself: downloads, say. */
import type { Call } from "#transport/http.ts";

/** Asks for one, for a path with its query. It is bought where `HttpClient.addressOf` has it presented: at the page's own server. */
export const ticketCall = (path: string): Call => ({
  method: "POST",
  path: "/service/tickets",
  body: { path },
  throughProxy: true,
});
