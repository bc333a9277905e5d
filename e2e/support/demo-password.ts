import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The login that the demo cameras demand: a recorder makes it at its first start and keeps it in its data. */
export const demoPasswordFile = (dataDir: string): string => join(dataDir, "demo/password");
export const demoPassword = (dataDir: string): string => readFileSync(demoPasswordFile(dataDir), "utf8").trim();
