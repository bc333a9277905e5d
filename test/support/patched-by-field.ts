import { expect } from "vitest";

export interface Patchable {
  /** as it is now */
  readonly read: () => Promise<Record<string, unknown>>;
  readonly patch: (body: unknown) => Promise<{ readonly status: number; readonly json: unknown }>;
}

/**
 * Each field by itself changes that field and nothing else; beside a field that is wrong, whichever it is, no field changes, and
 * the answer names the wrong one. `changes`: other values than those that it has; `unread`: fields that are not read back;
 * `wrong`: values that are refused.
 */
export async function expectPatchedByField(
  { read, patch }: Patchable,
  changes: Readonly<Record<string, unknown>>,
  wrong: Readonly<Record<string, unknown>>,
  unread: readonly string[] = [],
): Promise<void> {
  for (const [field, value] of Object.entries(changes)) {
    const before = await read();
    if (!unread.includes(field)) expect(before[field], field).not.toEqual(value);
    const answer = await patch({ [field]: value });
    expect(answer.status, `${field}: ${JSON.stringify(answer.json)}`).toBe(200);
    expect(await read(), field).toEqual(unread.includes(field) ? before : { ...before, [field]: value });
    // Back, so that each is alone.
    if (!unread.includes(field)) expect((await patch({ [field]: before[field] })).status, field).toBe(200);
    expect(await read(), field).toEqual(before);
  }
  const before = await read();
  for (const [field, value] of Object.entries({ ...wrong, unheardOf: 1 })) {
    const { [field]: _same, ...others } = changes;
    const answer = await patch({ ...others, [field]: value });
    expect(answer.status, `${field}: ${JSON.stringify(answer.json)}`).toBe(400);
    const { code, reason } = answer.json as { code: string; reason: string };
    expect(code, field).toBe("request/invalid");
    expect(reason, field).toContain(field);
    expect(await read(), field).toEqual(before);
  }
  const nothing = await patch({});
  expect(nothing.status).toBe(200);
  expect(await read()).toEqual(before);
}
