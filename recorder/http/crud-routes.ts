/**
 * The five routes of a noun that is listed, added, read, changed and removed. Each is declared through route.ts, which enforces
 * the access and the schemas; what changes something is written to the journal here, so that no noun can forget it.
 */
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Result } from "#base/result.ts";
import type { Failure } from "#domain/failures/failure.ts";
import { pathId } from "#protocol/rest/list.ts";
import type { Identity } from "#recorder/core/identity.ts";
import { invalid } from "#recorder/core/invalid.ts";
import { type Access, route } from "./route.ts";
import type { CommonUses } from "./services.ts";

type Outcome<T> = Result<T, Failure> | Promise<Result<T, Failure>>;
type Detail = Readonly<Record<string, unknown>>;
type Schema<T> = z.ZodMiniType<T, unknown>;

interface Crud<Item extends { readonly id: string }, Create, Patch extends object> {
  /** of the list; an item's is `${url}/:id` */
  readonly url: string;
  /** the member of the list's answer that holds the items */
  readonly member: string;
  readonly access: { readonly read: Exclude<Access, "public">; readonly write: Exclude<Access, "public"> };
  readonly summaries: Readonly<Record<"list" | "add" | "get" | "patch" | "remove", string>>;
  readonly schemas: {
    readonly list: z.ZodMiniType;
    readonly item: z.ZodMiniType;
    readonly create: Schema<Create>;
    readonly patch: Schema<Patch>;
  };
  readonly bodyLimit?: number;
  /** PUT does what PATCH does */
  readonly takesPut?: boolean;
  readonly audit: {
    /** how the journal calls it: `${noun}-added`, `-modified`, `-removed` */
    readonly noun: string;
    /** another word for a change, where the journal has always had it */
    readonly modified?: string;
    readonly added?: (body: Create, item: Item) => Detail;
    /** default: the names of the members that were given */
    readonly changed?: (body: Patch, item: Item) => Detail;
  };
  readonly service: {
    list(who: Identity): readonly Item[] | Promise<readonly Item[]>;
    create(body: Create, who: Identity): Outcome<Item>;
    get(id: string, who: Identity): Outcome<Item>;
    patch(id: string, body: Patch, who: Identity): Outcome<Item>;
    remove(id: string, who: Identity): Outcome<null>;
  };
}

const params = z.strictObject({ id: pathId });

export function crudRoutes<Item extends { readonly id: string }, Create, Patch extends object>(
  app: FastifyInstance,
  services: CommonUses<"journal">,
  { url, member, access, summaries, schemas, service, audit, ...more }: Crud<Item, Create, Patch>,
): void {
  const { journal } = services;
  const limits = more.bodyLimit === undefined ? {} : { bodyLimit: more.bodyLimit };
  const item = `${url}/:id`;

  route(
    app,
    services,
    { method: "GET", url, access: access.read, summary: summaries.list, answer: schemas.list },
    async ({ who }) => ({ href: url, [member]: await service.list(who) }),
  );

  route(
    app,
    services,
    {
      method: "POST",
      url,
      access: access.write,
      summary: summaries.add,
      body: schemas.create,
      answer: schemas.item,
      ...limits,
    },
    async ({ body, who, request, reply }) => {
      const answer = await service.create(body, who);
      if (answer.ok) {
        const detail = audit.added?.(body, answer.value) ?? {};
        await journal.audit(who, `${audit.noun}-added`, answer.value.id, request.ip, detail);
      }
      return reply(answer, (value) => value, 201);
    },
  );

  route(
    app,
    services,
    { method: "GET", url: item, access: access.read, summary: summaries.get, params, answer: schemas.item },
    async ({ params: { id }, who, reply }) => reply(await service.get(id, who)),
  );

  for (const method of more.takesPut === true ? (["PATCH", "PUT"] as const) : (["PATCH"] as const))
    route(
      app,
      services,
      {
        method,
        url: item,
        access: access.write,
        summary: summaries.patch,
        params,
        body: schemas.patch,
        answer: schemas.item,
        ...limits,
      },
      async ({ params: { id }, body, who, request, reply }) => {
        if (namesAnother(body, id)) return reply(invalid("field/not-of-path", { field: "id" }));
        const answer = await service.patch(id, body, who);
        if (answer.ok) {
          const detail = audit.changed?.(body, answer.value) ?? { changed: Object.keys(body) };
          await journal.audit(who, audit.modified ?? `${audit.noun}-modified`, id, request.ip, detail);
        }
        return reply(answer);
      },
    );

  route(
    app,
    services,
    { method: "DELETE", url: item, access: access.write, summary: summaries.remove, params, answer: null },
    async ({ params: { id }, who, request, reply }) => {
      const before = await service.get(id, who);
      const answer = await service.remove(id, who);
      if (answer.ok)
        await journal.audit(who, `${audit.noun}-removed`, id, request.ip, before.ok ? nameOf(before.value) : {});
      return reply(answer);
    },
  );
}

/** Afterwards nobody knows what had this id. */
function nameOf(item: object): Detail {
  if ("name" in item && typeof item.name === "string") return { name: item.name };
  return "username" in item && typeof item.username === "string" ? { name: item.username } : {};
}

/** Some bodies may hold the id once more: it must be the path's. */
const namesAnother = (body: object, id: string): boolean => "id" in body && body.id !== undefined && body.id !== id;
