import { expect, test } from "vitest";
import { createSystemActions } from "#actions/administration/system-actions.ts";
import { bareRouter } from "#test/support/client/bare-router.ts";
import { fakeServer } from "#test/support/client/http-fake.ts";
import { HttpClient } from "#transport/http.ts";

test("files that the browser fetches by itself have the address of their server, through the aggregator", async () => {
  const answer = { json: { ticket: "t", url: "/service/log?format=gzip&ticket=t", expiresIn: 30 } };
  const server = await fakeServer({
    "POST /service/tickets": answer,
    "POST /fusion/orchid-proxy/o1/service/tickets": answer,
  });
  const http = new HttpClient({
    origin: server.origin,
    token: () => null,
    onUnauthorized: () => undefined,
    edition: () => "aggregator",
    router: bareRouter,
  });
  const own = await createSystemActions(http).logAddress("format=gzip");
  const one = await createSystemActions(http.at("o1")).logAddress("format=gzip");
  await server.close();
  expect(own).toEqual({ ok: true, value: "/service/log?format=gzip&ticket=t" });
  expect(one).toEqual({ ok: true, value: "/fusion/orchid-proxy/o1/service/log?format=gzip&ticket=t" });
  expect(server.asked.map(({ path }) => path)).toEqual(["/service/tickets", "/fusion/orchid-proxy/o1/service/tickets"]);
});
