import { expect } from "vitest";

export interface Patchable {
  /** the present values */
  readonly read: () => Promise<Record<string, unknown>>;
  readonly patch: (body: unknown) => Promise<{ readonly status: number; readonly json: unknown }>;
}

/**
 * Checks a PATCH: each field alone changes that field and nothing else. When one field is wrong, whichever it is, no
 * field changes, and the answer names the wrong one. `changes`: values that differ from the present ones; `unread`:
 * fields that cannot be read back; `wrong`: values that are refused.
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
    // Restores the value, so that each field is tested alone.
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
