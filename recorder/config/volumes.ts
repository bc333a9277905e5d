/** The setting `recordings` as a list of volumes. */
import { resolve } from "node:path";
import { fail, ok, type Result } from "#base/result.ts";
import { BUCKET_WHATS } from "#domain/recordings/bucket.ts";
import {
  DEFAULT_WEIGHT,
  isSameName,
  MOST_MOVE_AFTER_DAYS,
  MOST_WEIGHT,
  type MoveOnly,
  overlap,
  VOLUME_NAME,
  VOLUME_ROLES,
  type VolumeSpec,
} from "#domain/recordings/volume.ts";

const FIELDS = new Set(["name", "path", "role", "reserve", "weight", "move-after-days", "move-what", "move-cameras"]);
const RESERVE = /^(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?$/i;
const UNITS = ["", "K", "M", "G", "T"];

/** Whether a text is meant as a list: variables and flags hold its JSON. */
export const isVolumeList = (text: string): boolean => text.trimStart().startsWith("[");

/** Returns all that is wrong, one line each. */
export function readVolumes(raw: unknown): Result<readonly VolumeSpec[], readonly string[]> {
  const list = typeof raw === "string" ? parsed(raw) : raw;
  if (!Array.isArray(list)) return fail(["recordings is neither a path nor a list of volumes"]);
  const problems: string[] = [];
  const volumes = list.map((one: unknown, at) => readVolume(one, `recordings[${at}]`, problems));
  volumes.forEach((volume, at) => {
    for (const earlier of volumes.slice(0, at)) problems.push(...conflictsOf(earlier, volume));
  });
  if (list.length === 0) problems.push("recordings: the list names no volume");
  else if (!volumes.some(({ role }) => role === "record"))
    problems.push('recordings: no volume has the role "record", so that nothing could be recorded');
  return problems.length > 0 ? fail(problems) : ok(volumes);
}

function readVolume(raw: unknown, place: string, problems: string[]): VolumeSpec {
  const given: Record<string, unknown> = typeof raw === "object" && raw !== null ? { ...raw } : {};
  const say = (text: string): void => void problems.push(`${place}: ${text}`);
  if (typeof raw !== "object" || raw === null) say('a volume is an object: {"name": "disk1", "path": "/mnt/disk1"}');
  for (const field of Object.keys(given)) if (!FIELDS.has(field)) say(`unknown field ${field}`);
  const { name, path, role = "record", reserve = 0, weight = DEFAULT_WEIGHT, "move-after-days": days } = given;
  if (typeof name !== "string" || !VOLUME_NAME.test(name))
    say("name: 1 to 40 letters, digits, spaces, points, - and _, beginning with a letter or digit");
  if (typeof path !== "string" || path === "") say("path: the folder of the volume is missing");
  const isRole = VOLUME_ROLES.find((one) => one === role);
  if (!isRole) say(`role: ${VOLUME_ROLES.join(" or ")}`);
  const reserveBytes = bytesOf(reserve);
  if (reserveBytes === null) say('reserve: bytes, or a text like "50 GB"');
  if (typeof weight !== "number" || !(weight > 0 && weight <= MOST_WEIGHT))
    say(`weight: a number above 0, up to ${MOST_WEIGHT}`);
  if (days !== undefined && (typeof days !== "number" || !(days > 0 && days <= MOST_MOVE_AFTER_DAYS)))
    say(`move-after-days: a number above 0, up to ${MOST_MOVE_AFTER_DAYS}`);
  const only = readMoveOnly(given, say);
  return {
    name: typeof name === "string" ? name : "",
    path: typeof path === "string" && path !== "" ? resolve(path) : "",
    role: isRole ?? "record",
    reserveBytes: reserveBytes ?? 0,
    weight: typeof weight === "number" ? weight : DEFAULT_WEIGHT,
    ...(typeof days === "number" ? { moveAfterDays: days } : {}),
    ...(only ? { moveOnly: only } : {}),
  };
}

/** null: all of it goes */
function readMoveOnly(given: Readonly<Record<string, unknown>>, say: (text: string) => void): MoveOnly | null {
  const { "move-what": what, "move-cameras": cameras } = given;
  if (what === undefined && cameras === undefined) return null;
  const isWhat = what === undefined ? "all" : BUCKET_WHATS.find((one) => one === what);
  if (!isWhat) say(`move-what: ${BUCKET_WHATS.join(" or ")}`);
  const ids = Array.isArray(cameras) ? cameras.filter((id) => typeof id === "string") : null;
  if (cameras !== undefined && (!Array.isArray(cameras) || ids?.length !== cameras.length))
    say("move-cameras: a list of ids of cameras");
  return { what: isWhat ?? "all", cameras: ids };
}

function conflictsOf(earlier: VolumeSpec, later: VolumeSpec): string[] {
  const problems: string[] = [];
  if (later.name !== "" && isSameName(earlier.name, later.name))
    problems.push(`recordings: two volumes are called ${later.name}`);
  if (earlier.path === "" || later.path === "") return problems;
  if (earlier.path === later.path)
    problems.push(`recordings: ${earlier.name} and ${later.name} have the same path ${later.path}`);
  else if (overlap(earlier.path, later.path))
    problems.push(`recordings: the path of one of ${earlier.name} and ${later.name} lies inside the other's`);
  return problems;
}

/** Units of 1024, as everywhere in the product. */
function bytesOf(reserve: unknown): number | null {
  if (typeof reserve === "number") return Number.isFinite(reserve) && reserve >= 0 ? Math.floor(reserve) : null;
  const [, number, unit = ""] = (typeof reserve === "string" && RESERVE.exec(reserve.trim())) || [];
  return number === undefined ? null : Math.floor(Number(number) * 1024 ** UNITS.indexOf(unit.toUpperCase()));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
