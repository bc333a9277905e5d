/** The mail servers that an administrator keeps. */
import { describe, expect, test } from "vitest";
import { smtpServerCreate, smtpServerPatch, smtpTest } from "#protocol/rest/server/smtp-server.ts";
import { PASSWORD, listener, store, servers, told, open, eachWithMailServer } from "./smtp-bench.ts";

eachWithMailServer();

describe("SMTP servers", () => {
  const ask = (more: object = {}) =>
    smtpServerCreate.parse({
      name: "Relay",
      host: "127.0.0.1",
      port: listener.port,
      security: "none",
      from: "wall@example.org",
      ...more,
    });
  const account = { username: "wall", password: PASSWORD };
  const made = async (more: object = {}) => {
    const answer = await servers.create(ask(more));
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };

  test("are kept without ever giving out their password, which is sealed", async () => {
    await open();
    const { id, ...shown } = await made(account);
    expect(shown).toEqual({
      href: `/service/smtp-servers/${id}`,
      name: "Relay",
      host: "127.0.0.1",
      port: listener.port,
      security: "none",
      username: "wall",
      hasPassword: true,
      from: "wall@example.org",
    });
    const rows = await store.selectFrom("smtp_servers").selectAll().execute();
    expect(JSON.stringify([rows, await servers.list(), await servers.get(id), told])).not.toContain(PASSWORD);
    expect((await servers.connection(id))?.password).toBe(PASSWORD);
    expect(told).toEqual([`smtp-server-added ${id}`]);
  });

  test("a sealed password that is moved to another server does not open there", async () => {
    await open();
    const [one, other] = [await made(account), await made({ name: "Thief" })];
    const { password } = await store
      .selectFrom("smtp_servers")
      .select("password")
      .where("id", "=", one.id)
      .executeTakeFirstOrThrow();
    await store.updateTable("smtp_servers").set({ password }).where("id", "=", other.id).execute();
    expect((await servers.connection(other.id))?.password).toBe("");
  });

  test("keep their password when they are changed, unless it would go elsewhere", async () => {
    await open();
    const { id } = await made(account);
    const patch = (change: object) => servers.patch(id, smtpServerPatch.parse(change));
    expect(await patch({ name: "Other", from: "b@example.org" })).toMatchObject({
      ok: true,
      value: { hasPassword: true },
    });
    for (const change of [{ host: "192.0.2.9" }, { port: 2525 }, { security: "tls" }, { username: "other" }])
      expect(await patch(change)).toMatchObject({ ok: false, error: { code: "smtp-server/password-required" } });
    expect(await patch({ host: "192.0.2.9", password: "new" })).toMatchObject({ ok: true });
    expect((await servers.connection(id))?.password).toBe("new");
    expect(await patch({ password: "" })).toMatchObject({ ok: true, value: { hasPassword: false } });
    expect(await patch({ host: "192.0.2.10" })).toMatchObject({ ok: true });
    expect(told.filter((one) => one.startsWith("smtp-server-modified"))).toHaveLength(4);
  });

  test("are unknown after they were removed", async () => {
    await open();
    const { id } = await made();
    expect(await servers.remove(id)).toEqual({ ok: true, value: null });
    for (const answer of [await servers.get(id), await servers.remove(id), await servers.patch(id, {})])
      expect(answer).toMatchObject({ ok: false, error: { code: "smtp-server/unknown" } });
    expect(told.at(-1)).toBe(`smtp-server-removed ${id}`);
  });

  describe("a test mail", () => {
    const test_ = (more: object) =>
      servers.test(
        smtpTest.parse({
          host: "127.0.0.1",
          port: listener.port,
          security: "none",
          from: "wall@example.org",
          to: "me@example.org",
          ...more,
        }),
      );

    test("arrives, before anything is saved", async () => {
      await open({ account });
      expect(await test_(account)).toEqual({ ok: true, value: { success: true, message: "250 taken, thank you" } });
      expect(listener.taken[0]).toMatchObject({ to: ["me@example.org"], subject: "North: test e-mail", user: "wall" });
    });

    test("says in the server's words why not", async () => {
      await open({ account });
      expect(await test_({ ...account, password: "wrong" })).toMatchObject({
        ok: true,
        value: { success: false, message: "535 5.7.8 no such account here" },
      });
      listener.outOfOrder = "come back later";
      expect(await test_(account)).toMatchObject({ value: { success: false, message: "451 come back later" } });
    });

    test("takes the stored password of a saved server, and sends it nowhere else", async () => {
      await open({ account });
      const { id } = await made(account);
      expect(await test_({ id, username: "wall" })).toMatchObject({ value: { success: true } });
      for (const change of [{ host: "localhost" }, { port: 1 }, { security: "tls" }, { username: "x" }])
        expect(await test_({ id, username: "wall", ...change })).toMatchObject({
          ok: false,
          error: { code: "smtp-server/password-required" },
        });
      expect(await test_({ id: "nobody" })).toMatchObject({ ok: false, error: { code: "smtp-server/unknown" } });
    });
  });
});
