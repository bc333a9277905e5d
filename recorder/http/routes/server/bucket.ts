/** The archive in a bucket of an S3 service. */
import type { FastifyInstance } from "fastify";
import { ok } from "#base/result.ts";
import { bucketDue, bucketDueAsk, bucketPut, bucketRemove, bucketState } from "#protocol/rest/server/bucket.ts";
import { route } from "#recorder/http/route.ts";
import type { Uses } from "#recorder/http/services.ts";

const url = "/service/server/bucket";

export function bucketRoutes(app: FastifyInstance, services: Uses<"bucket" | "journal">): void {
  const { bucket, journal } = services;

  route(
    app,
    services,
    { method: "GET", url, access: "config", summary: "the archive in a bucket, and how it is", answer: bucketState },
    () => bucket.state(),
  );
  route(
    app,
    services,
    {
      method: "PUT",
      url,
      access: "config",
      summary: "copy recordings to a bucket of an S3 service; it is tried first",
      body: bucketPut,
      answer: bucketState,
    },
    async ({ body, who, request, reply }) => {
      const answer = await bucket.set(body);
      const { secretAccessKey: _, passphrase: __, hours, cameras, ...told } = body;
      const detail = {
        ...told,
        hours: hours ? `${hours.from}-${hours.to}` : "",
        cameras: cameras?.join(" ") ?? "",
      };
      if (answer.ok) await journal.audit(who, "bucket-modified", body.bucket, request.ip, detail);
      return reply(answer);
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/due`,
      access: "config",
      summary: "what would be copied at once by these rules; changes nothing",
      body: bucketDueAsk,
      answer: bucketDue,
    },
    ({ body }) => bucket.due(body),
  );
  route(
    app,
    services,
    {
      method: "DELETE",
      url,
      access: "config",
      summary: "copy to no bucket any more; what lies there stays, and the index knows nothing of it",
      query: bucketRemove,
      answer: null,
    },
    async ({ query, who, request, reply }) => {
      const name = bucket.spec?.bucket ?? "";
      const answer = await bucket.remove(query.force);
      if (answer.ok) await journal.audit(who, "bucket-removed", name, request.ip);
      return reply(answer);
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/release`,
      access: "config",
      summary: "let go of objects that were held when they were taken in; what evidence locks touch stays held",
      answer: bucketState,
    },
    async ({ who, request, reply }) => {
      const objects = await bucket.ownFoundHolds();
      if (!objects.ok) return reply(objects);
      const name = bucket.spec?.bucket ?? "";
      await journal.audit(who, "bucket-released", name, request.ip, { objects: objects.value });
      return reply(ok(await bucket.state()), (value) => value, 202);
    },
  );
  route(
    app,
    services,
    {
      method: "POST",
      url: `${url}/restore`,
      access: "config",
      summary: "take the recordings in the bucket into the index",
      answer: bucketState,
    },
    async ({ who, request, reply }) => {
      const answer = await bucket.restore();
      if (answer.ok) await journal.audit(who, "bucket-restored", bucket.spec?.bucket ?? "", request.ip);
      return reply(answer, (value) => value, 202);
    },
  );
}
