/** Keys for addresses that the browser opens itself, such as downloads. */
import type { Call } from "#transport/http-call.ts";

/**
 * Requests a key for a path with its query. It comes from the server at which `HttpClient.addressOf` presents it: the
 * page's own.
 */
export const ticketCall = (path: string): Call => ({
  method: "POST",
  path: "/service/tickets",
  body: { path },
  throughProxy: true,
});
