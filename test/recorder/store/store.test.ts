import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { hashSecret, newId, newSecret } from "#recorder/store/ids.ts";
import { openStore } from "#recorder/store/store.ts";
import { Vault } from "#recorder/store/vault.ts";

const folder = mkdtempSync(join(tmpdir(), "proscenium-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the database", () => {
  it("is made once and found again", async () => {
    const file = join(folder, "recorder.db");
    const first = await openStore({ file, url: "" });
    await first.insertInto("settings").values({ key: "a", value: "1" }).execute();
    await first.destroy();
    const again = await openStore({ file, url: "" });
    expect(await again.selectFrom("settings").selectAll().execute()).toEqual([{ key: "a", value: "1" }]);
    await again.destroy();
  });

  it("takes the sessions of a user along", async () => {
    const store = await openStore({ file: ":memory:", url: "" });
    const user = {
      id: "u",
      username: "x",
      username_key: "x",
      role: "Viewer",
      password_hash: "",
      super_user: 0,
      camera_scopes: "[]",
      created_ms: 1,
    };
    await store.insertInto("users").values(user).execute();
    const session = {
      id_hash: "h",
      handle: "s",
      user_id: "u",
      type: "user",
      created_ms: 1,
      expires_ms: 2,
      address: "",
    };
    await store.insertInto("sessions").values(session).execute();
    await store.deleteFrom("users").execute();
    expect(await store.selectFrom("sessions").selectAll().execute()).toEqual([]);
    await store.destroy();
  });
});

describe("the vault", () => {
  it("opens what it sealed, for the same owner only, with the same key only", () => {
    const file = join(folder, "secret.key");
    const vault = Vault.open(file);
    const sealed = vault.seal("pass wörd", "camera1");
    expect(sealed).not.toContain("pass");
    expect(vault.seal("pass wörd", "camera1")).not.toBe(sealed);
    expect(Vault.open(file).open(sealed, "camera1")).toBe("pass wörd");
    expect(vault.open(sealed, "camera2")).toBeNull();
    expect(Vault.open(join(folder, "other.key")).open(sealed, "camera1")).toBeNull();
    for (const broken of ["", "v1:", "v1:AAAA", `${sealed.slice(0, -4)}AAAA`])
      expect(vault.open(broken, "camera1")).toBeNull();
    if (process.platform !== "win32") expect(statSync(file).mode & 0o077).toBe(0);
  });
});

it("makes identifiers that do not repeat and secrets of 256 bits", () => {
  expect(new Set(Array.from({ length: 1000 }, newId)).size).toBe(1000);
  expect(newId()).toMatch(/^[a-z2-7]{16}$/);
  expect(newSecret()).toHaveLength(43);
  expect(hashSecret("x")).toHaveLength(64);
});
