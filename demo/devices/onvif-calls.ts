/** What a call of ONVIF holds, and how one is refused. */
import { DEFAULT_MOVE_TIMEOUT_MS } from "./ptz-mount.ts";

type Node = Record<string, unknown>;
export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const child = (node: unknown, name: string): unknown => (isNode(node) ? node[name] : undefined);
export const text = (node: unknown): string | null => {
  if (typeof node === "string") return node;
  const inner = child(node, "#text");
  return typeof inner === "string" ? inner : null;
};
export const numberAt = (node: unknown, name: string): number | null => {
  const value = text(child(node, name));
  return value !== null && value !== "" && Number.isFinite(Number(value)) ? Number(value) : null;
};

export interface CallError {
  readonly code: "Sender" | "Receiver";
  readonly sub: string;
  readonly reason: string;
}
export const refuse = (sub: string, reason: string): CallError => ({ code: "Sender", sub, reason });

/** An xs:duration of seconds and minutes, the form of PTZ timeouts: PT5S, PT1M0.5S */
export function durationMs(value: string | null): number {
  const match = /^PT(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(value ?? "");
  const ms = match ? (Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * 1000 : 0;
  return ms > 0 ? Math.min(ms, 60_000) : DEFAULT_MOVE_TIMEOUT_MS;
}
