/** The recorder's own log, as a download. */
import { type FileHandle, open } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { logQuery } from "#protocol/rest/server/server.ts";
import { logFiles, logFolder } from "#recorder/core/log.ts";
import type { CommonUses } from "#recorder/http/services.ts";
import { invalid } from "#recorder/core/invalid.ts";
import { route } from "#recorder/http/route.ts";
import { failure, refuse } from "#domain/failures/failure.ts";
import { canSeeAllCameras } from "#recorder/core/identity.ts";

const onlySome = refuse("access/denied", { cause: failure("access/all-cameras") });

export function logRoutes(app: FastifyInstance, services: CommonUses<"journal" | "log" | "now">): void {
  const { config, journal, log } = services;

  route(
    app,
    services,
    {
      method: "GET",
      url: "/service/log",
      access: "stats",
      summary: "the log as JSON lines, gzipped or as text",
      query: logQuery,
      answer: null,
      sid: true,
    },
    async ({ query, who, request, reply, response }) => {
      if (!canSeeAllCameras(who)) return reply(onlySome);
      const from = query.from ?? 0;
      const to = query.to === undefined || query.to === 0 ? Number.MAX_SAFE_INTEGER : query.to;
      if (from > to) return reply(invalid("field/not-after", { field: "from", other: "to" }));
      await journal.audit(who, "log-exported", "", request.ip, { from, to });
      const lines = Readable.from(logLines(logFiles(logFolder(config.data)), from, to));
      const name = `recorder-${new Date(services.now()).toISOString().replaceAll(/[:.]/g, "-")}.log`;
      const attach = (fileName: string): void =>
        void response.header("content-disposition", `attachment; filename="${fileName}"`);
      if (query.format === "text") {
        attach(name);
        return response.type("text/plain; charset=utf-8").send(lines);
      }
      attach(`${name}.gz`);
      // When either end breaks off, the other ends with it: no file stays open after a visitor who left.
      const zipped = pipeline(lines, createGzip(), (error) => {
        if (error) log.info({ reason: error.message }, "a download of the log was broken off");
      });
      return response.type("application/gzip").send(zipped);
    },
  );
}

/** Opens all files at once: a file that a rotation renames or removes while others are read stays readable. */
async function openAll(files: readonly string[]): Promise<FileHandle[]> {
  const opened = await Promise.allSettled(files.map((file) => open(file, "r")));
  return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** The lines of a period, each with its line end. Closes the files, even when nobody reads to the end. */
async function* logLines(names: readonly string[], from: number, to: number): AsyncGenerator<string> {
  const files = await openAll(names);
  try {
    for (const file of files)
      for await (const line of linesOf(file)) {
        const time = Number(/"time":(\d+)/.exec(line)?.[1] ?? 0);
        if (time >= from && time <= to) yield `${line}\n`;
      }
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
}

async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of file.createReadStream({ encoding: "utf8", autoClose: false })) {
    const lines = (rest + String(chunk)).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
