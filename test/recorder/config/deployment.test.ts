/** Containers, Kubernetes and the dashboard: what the files in docs/operations name exists, in the form that others read. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { PersistentVolumeClaim, Service } from "kubernetes-models/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod/mini";
import { parseCommandLine } from "#recorder/config/cli.ts";
import { environmentName, options } from "#recorder/config/options.ts";
import { AggregatorHouse } from "#test/recorder/aggregator/support/aggregator-house.ts";
import { TestHouse } from "#test/recorder/support/test-house.ts";

const read = (name: string): string =>
  readFileSync(new URL(`../../../docs/operations/${name}`, import.meta.url), "utf8");
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")));
const settings = new Set(options.flatMap(({ key }) => [environmentName(key), `${environmentName(key)}_FILE`]));
const unknownSettings = (text: string): string[] =>
  [...text.matchAll(/\bPROSCENIUM_\w+/g)].map(([name]) => name).filter((name) => !settings.has(name));

describe("the compose file", () => {
  const text = read("compose.yaml");
  const file = z
    .object({
      services: z.record(
        z.string(),
        z.object({
          image: z.string(),
          command: z.optional(z.array(z.string())),
          volumes: z.array(z.string()),
          secrets: z.optional(z.array(z.string())),
        }),
      ),
      volumes: z.record(z.string(), z.unknown()),
      secrets: z.record(z.string(), z.unknown()),
    })
    .parse(parse(text));

  it("names settings, volumes and secrets that exist, starts this version, with flags that it knows", () => {
    expect(unknownSettings(text)).toEqual([]);
    for (const [name, { image, command = [], volumes, secrets = [] }] of Object.entries(file.services)) {
      if (name !== "postgres") expect(image).toBe(`proscenium:${version}`);
      expect(parseCommandLine(command), name).toMatchObject({ ok: true });
      for (const volume of volumes) expect(Object.keys(file.volumes)).toContain(volume.split(":")[0]);
      for (const secret of secrets) expect(Object.keys(file.secrets)).toContain(secret);
    }
  });

  it.skipIf(spawnSync("docker-compose", ["version"]).status !== 0)(
    "is one for docker-compose",
    () => {
      const folder = mkdtempSync(join(tmpdir(), "proscenium-compose-"));
      const check = (content: string): number | null => {
        writeFileSync(join(folder, "compose.yaml"), content);
        const words = ["-f", "compose.yaml", "--profile", "aggregator", "config", "--quiet"];
        return spawnSync("docker-compose", words, { cwd: folder }).status;
      };
      expect([check(text), check(text.replace("restart:", "restrat:"))]).toEqual([0, 1]);
      rmSync(folder, { recursive: true });
    },
    60_000,
  );
});

describe("the manifests for Kubernetes", () => {
  const text = read("kubernetes.yaml");
  const kinds = { StatefulSet, Deployment, Service, PodDisruptionBudget, PersistentVolumeClaim };
  const documents = parseAllDocuments(text).map((one): unknown => one.toJSON());
  const valid = (document: unknown): void => {
    const { kind } = z.object({ kind: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]) }).parse(document);
    new kinds[kind](document as never).validate();
  };

  it("fit the schemas of their kinds", () => {
    expect(documents.length).toBeGreaterThan(5);
    for (const document of documents) expect(() => valid(document)).not.toThrow();
    expect(() => valid({ ...(documents[0] as object), spec: { replicas: "one" } })).toThrow();
  });

  it("start this version with flags and settings that it knows, and ask paths that it answers", () => {
    expect(unknownSettings(text)).toEqual([]);
    const container = z.object({ image: z.string(), args: z.optional(z.array(z.string())) });
    const workload = z.object({
      spec: z.object({ template: z.object({ spec: z.object({ containers: z.array(container) }) }) }),
    });
    const containers = documents.flatMap((one) => {
      const read = workload.safeParse(one);
      return read.success ? read.data.spec.template.spec.containers : [];
    });
    expect(containers).toHaveLength(3);
    for (const { image, args = [] } of containers) {
      expect(image).toBe(`proscenium:${version}`);
      expect(parseCommandLine(args)).toMatchObject({ ok: true });
    }
    const asked = new Set([...text.matchAll(/path: (\/\w+), port/g)].map(([, path]) => path));
    expect(asked).toEqual(new Set(["/livez", "/readyz"]));
  });
});

describe("the dashboard", () => {
  const panel = z.object({
    id: z.number(),
    title: z.string(),
    gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
    targets: z.array(z.object({ expr: z.string() })),
  });
  const { panels } = z.object({ panels: z.array(panel) }).parse(JSON.parse(read("grafana.json")));
  let recorder: TestHouse;
  let aggregator: AggregatorHouse;
  beforeAll(async () => {
    [recorder, aggregator] = await Promise.all([TestHouse.open({}), AggregatorHouse.open({})]);
    await recorder.addCamera("Gate");
    // What the composition root does where there are processes.
    recorder.services.metrics.watchProcesses(() => [
      { name: "media", isWell: true, use: { rssBytes: 5e7, cpuMs: 1500 } },
      { name: "analysis", isWell: false, use: null },
    ]);
  });
  afterAll(() => Promise.all([recorder.close(), aggregator.close()]));

  it("asks for figures that servers print", async () => {
    const printed = await Promise.all([
      recorder.ask("GET", "/metrics", { as: "admin" }).then(({ body }) => body),
      aggregator.ask("GET", "/metrics", { as: "admin" }).then(({ text }) => text),
    ]);
    const known = new Set(
      printed.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? "")),
    );
    const asked = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/proscenium_\w+/g) ?? []));
    expect(asked.length).toBeGreaterThan(20);
    const base = (name: string): string => name.replace(/_(count|bucket)$/, "");
    expect(asked.filter((name) => !known.has(base(name)))).toEqual([]);
    expect(printed[0]).toContain('proscenium_process_cpu_seconds{process="media"} 1.5');
    expect(printed[0]).toContain('proscenium_process_well{process="analysis"} 0');
    expect(printed[0]).not.toContain('proscenium_process_memory_bytes{process="analysis"}');
    expect(printed[0]).toContain(`proscenium_info{edition="standalone",version="`);
    expect(printed[1]).toContain(`proscenium_info{edition="aggregator",version="`);
  });

  it("says how full the disk of the recordings is", async () => {
    const share = async (): Promise<number> => {
      const { body } = await recorder.ask("GET", "/metrics", { as: "admin" });
      const of = (what: string) =>
        Number(new RegExp(`proscenium_volume_${what}_bytes\\{volume="main"\\} (\\S+)`).exec(body)?.[1]);
      return of("free") / of("capacity");
    };
    await expect.poll(share).toBeGreaterThan(0);
    expect(await share()).toBeLessThanOrEqual(1);
  });

  it("lies in a grid of 24 columns, in which no panel covers another", () => {
    const taken = new Set<string>();
    for (const { gridPos, title } of panels) {
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(taken.has(`${x} ${y}`), title).toBe(false);
          taken.add(`${x} ${y}`);
        }
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});
