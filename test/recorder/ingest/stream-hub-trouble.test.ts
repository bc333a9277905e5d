import { failure } from "#domain/failures/failure.ts";
import { describe, expect, test } from "vitest";
import { defaultTiming } from "#recorder/ingest/stream-session.ts";
import type { StreamSpec } from "#recorder/ipc/stream-shapes.ts";
import { eventually } from "#test/support/eventually.ts";
import { FaultyCamera } from "#test/support/faulty-camera.ts";
import { closingAfterEach, listen, numberOf, quick } from "#test/support/stream-hubs.ts";
import { streamSpec } from "#test/support/stream-spec.ts";

const { camera, raw, hub, later } = closingAfterEach();

describe("trouble", () => {
  const troubleOf = async (url: string, more: Partial<StreamSpec> = {}): Promise<string> => {
    const streams = hub();
    streams.setStreams([streamSpec("a", url, more)]);
    await eventually(() => streams.status("a")?.trouble !== null, "trouble");
    expect(streams.status("a")?.state).toBe("restarting");
    return streams.status("a")?.trouble?.code ?? "";
  };

  test("each kind of trouble is reported by its code", async () => {
    const source = await camera();
    expect(await troubleOf(source.url, { password: "wrong" })).toBe("camera/auth");
    expect(await troubleOf(source.url, { username: "", password: "" })).toBe("camera/auth");
    expect(await troubleOf(source.url.replace("/live", "/other"))).toBe("camera/not-found");
    expect(await troubleOf("rtsp://127.0.0.1:1/live")).toBe("camera/unreachable");
    expect(await troubleOf("http://127.0.0.1:1/live")).toBe("camera/unreachable");
    expect(await troubleOf("ftp://127.0.0.1/live")).toBe("camera/protocol");
    const answer = (text: string) =>
      raw((socket) =>
        socket.on("data", (chunk) => {
          const sequence = /CSeq: (\d+)/.exec(chunk.toString("latin1"))?.[1] ?? "0";
          socket.write(text.replaceAll("$CSEQ", sequence));
        }),
      );
    const redirect = await answer("RTSP/1.0 302 Moved\r\nCSeq: $CSEQ\r\nLocation: rtsp://localhost:1/\r\n\r\n");
    expect(await troubleOf(redirect.url)).toBe("camera/protocol");
    const sdp = "m=video 0 RTP/AVP 31\r\n";
    const h261 = await answer(`RTSP/1.0 200 OK\r\nCSeq: $CSEQ\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`);
    expect(await troubleOf(h261.url)).toBe("camera/codec");
    const web = await answer("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    expect(await troubleOf(web.url)).toMatch(/^camera\/(protocol|stalled)$/);
  }, 30_000);

  test("each trouble has a cause, which pages show in their own language", async () => {
    const streams = hub();
    const silent = await raw((socket) => socket.resume());
    const web = await raw((socket) => socket.once("data", () => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")));
    const hangsUp = await raw((socket) => socket.once("data", () => socket.end()));
    const urls = ["rtsp://127.0.0.1:1/live", silent.url, web.url, hangsUp.url];
    streams.setStreams(urls.map((url, i) => streamSpec(String(i), url)));
    const causes = () => urls.map((_, i) => streams.status(String(i))?.trouble?.cause);
    await eventually(() => !causes().includes(undefined), "all have failed");
    expect(causes()).toEqual([
      failure("camera/refused"),
      failure("camera/call-silent", { name: "DESCRIBE" }),
      failure("camera/no-rtsp"),
      failure("camera/closed"),
    ]);
  }, 30_000);

  test("the hub says that a camera sends nothing for too long, and goes on where it stopped when it does again", async () => {
    const source = await camera();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    source.stall();
    await eventually(() => streams.status("a")?.trouble?.code === "camera/stalled", "the stall is seen");
    const count = Math.round(quick.stallMs / 1000);
    expect(streams.status("a")).toMatchObject({
      state: "restarting",
      trouble: { cause: failure("camera/no-data", { count }) },
    });
    const before = heard.units.length;
    source.resume();
    await eventually(() => heard.units.length > before, "pictures again");
    expect(heard.breaks).toEqual([]);
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    expect(streams.status("a")).toMatchObject({ state: "running", trouble: null });
  });

  test("the hub starts a new timeline with a camera that was silent on two connections", async () => {
    const source = await camera();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    source.stall();
    await eventually(() => (streams.status("a")?.retryCount ?? 0) >= 2, "the second is silent, too");
    const before = heard.units.length;
    source.resume();
    await eventually(() => heard.units.length > before, "pictures again");
    expect(heard.units[before]?.key).toBe(true);
    expect(heard.breaks).toContain("reconnect");
    expect(streams.status("a")).toMatchObject({ state: "running", trouble: null });
  }, 15_000);

  test("the hub finds a camera again that was away; its waits grow, and it counts its attempts", async () => {
    const first = await FaultyCamera.open();
    const streams = hub();
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", first.url)]);
    await eventually(() => heard.units.length >= 3, "pictures");
    const { port } = first;
    await first.close();
    await eventually(() => (streams.status("a")?.retryCount ?? 0) >= 3, "three tries");
    const states = heard.statuses.map(({ state }) => state);
    expect(states.slice(0, 1)).toEqual(["starting"]);
    expect(states).toContain("running");
    expect(states.at(-1)).toBe("restarting");
    const again = await camera({ port });
    expect(again.port).toBe(port);
    const before = heard.units.length;
    await eventually(() => heard.units.length > before + 3, "pictures again");
    // The count begins again only when the stream has run for a while and has failed once more.
    expect(streams.status("a")?.retryCount).toBeGreaterThanOrEqual(3);
  });

  test("a camera that has just sent pictures is called often for a while, another one more and more seldom", async () => {
    const first = await FaultyCamera.open();
    const streams = hub({ ...quick, backOffMs: [30, 60_000], jitter: 0, awaited: { forMs: 60_000, waitMs: 50 } });
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", first.url), streamSpec("b", first.url.replace("/live", "/other"))]);
    await eventually(() => heard.units.length >= 3, "pictures");
    const { port } = first;
    await first.close();
    await eventually(() => (streams.status("a")?.retryCount ?? 0) >= 5, "called often");
    expect(streams.status("b")?.retryCount).toBeLessThanOrEqual(2);
    await camera({ port });
    const before = heard.units.length;
    await eventually(() => heard.units.length > before, "pictures again");
  });

  test("a restart connects again at once", async () => {
    const source = await camera();
    const streams = hub({ ...quick, backOffMs: [60_000] });
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url.replace("/live", "/other"))]);
    await eventually(() => streams.status("a")?.state === "restarting", "waiting");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length > 0, "pictures");
    expect(streams.restart("a")).toBe(true);
    expect(streams.status("a")?.state).toBe("starting");
    expect(streams.restart("nobody")).toBe(false);
    const before = heard.units.length;
    await eventually(() => heard.units.length > before, "pictures again");
  });

  test("the waits are those that are documented", () => {
    expect(defaultTiming).toMatchObject({ stallMs: 8000, backOffMs: [1000, 2000, 5000, 10_000, 30_000] });
  });

  test("a listener's bug reaches neither the stream nor the others", async () => {
    const source = await camera();
    const streams = hub();
    const faults: unknown[] = [];
    streams.events.on("fault", ({ error }) => faults.push(error));
    streams.subscribe("a", {
      video: () => {
        throw new Error("bug");
      },
    });
    const heard = listen(streams, "a");
    streams.setStreams([streamSpec("a", source.url)]);
    await eventually(() => heard.units.length >= 5, "pictures");
    expect(faults.length).toBeGreaterThanOrEqual(5);
  });
});

describe("faulty cameras beside a healthy one", () => {
  test("the pictures of the healthy camera keep coming evenly", async () => {
    const good = await camera({ framesPerSecond: 25 });
    const garbage = await raw((socket) => {
      const send = (): void => {
        if (!socket.destroyed && socket.write(Buffer.alloc(65_536, 0x24))) setImmediate(send);
      };
      send();
      socket.on("drain", send);
    });
    const silent = await raw(() => {});
    const endless = await raw((socket) => {
      const timer = setInterval(() => socket.write(`X-Header: ${"x".repeat(2000)}\r\n`), 1);
      socket.write("RTSP/1.0 200 OK\r\n");
      socket.on("close", () => clearInterval(timer));
    });
    const resets = await raw((socket) => socket.resetAndDestroy());
    const huge = await raw((socket) =>
      socket.write("RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: 4000000000\r\n\r\n"),
    );
    const streams = hub();
    const heard = listen(streams, "good");
    const before = process.memoryUsage().rss;
    streams.setStreams([
      streamSpec("good", good.url),
      ...[garbage, silent, endless, resets, huge].map(({ url }, i) => streamSpec(`bad-${i}`, url)),
      streamSpec("nobody", "rtsp://127.0.0.1:1/"),
    ]);
    await eventually(() => heard.units.length >= 75, "three seconds of pictures");
    const gaps = heard.arrivedMs.slice(1).map((at, i) => at - (heard.arrivedMs[i] ?? 0));
    // A camera that blocks the event loop does so again and again; a single long gap is caused by the machine.
    const usual = gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)];
    expect(usual).toBeLessThan(250);
    expect(heard.breaks).toEqual([]);
    expect(heard.units.every(({ broken }) => !broken)).toBe(true);
    for (const index of [0, 2, 3, 4]) expect(streams.status(`bad-${index}`)?.retryCount).toBeGreaterThan(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  }, 30_000);

  test("a neighbour that stalls, reboots and changes its resolution does not disturb the healthy camera", async () => {
    const good = await camera({ framesPerSecond: 25 });
    let odd = await FaultyCamera.open();
    later(() => odd.close());
    const streams = hub();
    const [heard, other] = [listen(streams, "good"), listen(streams, "odd")];
    streams.setStreams([streamSpec("good", good.url), streamSpec("odd", odd.url)]);
    await eventually(() => heard.units.length > 10 && other.units.length > 10, "both run");
    odd.stall();
    await eventually(() => streams.status("odd")?.trouble?.code === "camera/stalled", "the stall is seen");
    const { port } = odd;
    await odd.close();
    await eventually(() => streams.status("odd")?.trouble?.code === "camera/unreachable", "it reboots");
    odd = await FaultyCamera.open({ port });
    const before = other.units.length;
    await eventually(() => other.units.length > before + 5, "it is back");
    odd.changeResolution(true);
    await eventually(() => other.configs.at(-1)?.video.info.width === 320, "it sends another size");
    expect(other.breaks).toEqual(expect.arrayContaining(["reconnect", "config"]));
    expect(heard.breaks).toEqual([]);
    expect(heard.units.every(({ broken }) => !broken)).toBe(true);
    const numbers = heard.units.map(numberOf);
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i));
    expect(streams.status("good")).toMatchObject({ state: "running", retryCount: 0, packetsLost: 0 });
  }, 30_000);
});
