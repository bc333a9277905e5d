/** OpenAPI 3.1 from the routes' declarations: the input side of the schemas describes the wire. */
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import * as z from "zod/mini";
import { errorBody } from "#protocol/rest/error.ts";
import type { RouteConfig } from "../route.ts";

const json = (schema: z.core.$ZodType): Record<string, unknown> => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" });
  void $schema;
  return rest;
};

/** Parts that are written in the document itself. */
interface ApiTitle {
  readonly title: string;
  readonly version: string;
  readonly cookieName: string;
}

export const openapiOptions = ({ title, version, cookieName }: ApiTitle): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: "3.1.0",
    info: {
      title,
      version,
      description:
        "Times are epoch milliseconds of the server. Errors are {code, reason, params, cause}. Lists are objects with href and a named array.",
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "the id of a session" },
        basic: { type: "http", scheme: "basic" },
        cookie: { type: "apiKey", in: "cookie", name: cookieName },
      },
    },
  },
  transform: ({ schema, url, route }) => {
    const config = route.config as RouteConfig | undefined;
    // A route without a summary is not a call; it answers the methods that a path does not have.
    if (config?.summary === undefined || (!/^\/(service|fusion)\//.test(url) && url !== "/ping"))
      return { schema: { hide: true }, url };
    const { querystring, body, params } = (schema ?? {}) as Record<string, z.core.$ZodType | undefined>;
    const access =
      typeof config.access === "string" ? config.access : `${config.access.permission} on the ${config.access.on}`;
    return {
      url,
      schema: {
        summary: config.summary,
        description: `Access: ${access}.`,
        tags: [url.split("/")[2] ?? "service"],
        ...(config.access === "public"
          ? { security: [] }
          : { security: [{ bearer: [] }, { basic: [] }, { cookie: [] }] }),
        ...(querystring ? { querystring: json(querystring) } : {}),
        ...(params ? { params: json(params) } : {}),
        ...(body ? { body: json(body), consumes: [...config.consumes] } : {}),
        response: {
          "2xx": config.answer
            ? { description: "done", ...json(config.answer) }
            : { description: "done", type: "null" },
          "4xx": { description: "refused", ...json(errorBody) },
        },
      },
    };
  },
});
