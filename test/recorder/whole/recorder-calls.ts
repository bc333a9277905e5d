/** What a recorder that tests start and kill is asked over HTTP, as its administrator. */
import { WebSocket } from "ws";

interface ReportEvent {
  readonly type: string;
  readonly code: string;
  readonly params: Record<string, unknown>;
}

export class RecorderCalls {
  readonly #origin: string;
  #authorization = "";

  constructor(port: number) {
    this.#origin = `http://127.0.0.1:${port}`;
  }

  signIn(password: string): void {
    this.#authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  }

  /** Ids of the streams of so many cameras that are registered now. */
  async register(rtspPort: number, count: number): Promise<string[]> {
    const streams: string[] = [];
    for (let i = 0; i < count; i++) {
      const uri = `rtsp://127.0.0.1:${rtspPort}/cam${i}`;
      const response = await fetch(`${this.#origin}/service/cameras`, {
        method: "POST",
        headers: { authorization: this.#authorization, "content-type": "application/json" },
        body: JSON.stringify({
          driver: "Generic RTSP",
          name: `cam${i}`,
          connection: { uri, username: "user", password: "pass" },
        }),
      });
      const answer = (await response.json()) as { primaryStream?: { id: string } };
      const id = answer.primaryStream?.id;
      if (id === undefined) throw new Error(`camera ${i}: ${response.status} ${JSON.stringify(answer)}`);
      streams.push(id);
    }
    return streams;
  }

  async status(streamId: string): Promise<{ streamState: string }> {
    return (await this.#ask(`/service/streams/${streamId}/status`)).json() as Promise<{ streamState: string }>;
  }

  /** Of the JPEG of a stream at a time, 0 = now. */
  async pictureBytes(streamId: string, timeMs: number): Promise<number> {
    const answer = await this.#ask(`/service/streams/${streamId}/frame?time=${timeMs}`);
    const { byteLength } = await answer.arrayBuffer();
    return answer.ok ? byteLength : 0;
  }

  /** The address of a stream for RTSP players, and how they sign in. */
  async rtspOf(streamId: string): Promise<{ url: string; username: string; password: string }> {
    const { rtspPort } = (await (await this.#ask("/service/about")).json()) as { rtspPort: number };
    const [username = "", password = ""] = Buffer.from(this.#authorization.replace("Basic ", ""), "base64")
      .toString()
      .split(":");
    return { url: `rtsp://127.0.0.1:${rtspPort}/service/streams/${streamId}/live`, username, password };
  }

  #ask(path: string): Promise<Response> {
    return fetch(`${this.#origin}${path}`, { headers: { authorization: this.#authorization } });
  }

  /** What /readyz says of each part. */
  async checks(): Promise<Record<string, string>> {
    const answer = await fetch(`${this.#origin}/readyz`);
    return ((await answer.json()) as { checks: Record<string, string> }).checks;
  }

  /** What is wrong with streams, by the code of each that is not well. */
  async troubles(): Promise<string[]> {
    const answer = await this.#ask("/service/streams");
    const { streams } = (await answer.json()) as { streams: { status?: { trouble?: { code: string } | null } }[] };
    return streams.flatMap(({ status }) => status?.trouble?.code ?? []);
  }

  /** What keeps everything from being recorded. */
  async recordingTrouble(): Promise<string | undefined> {
    const answer = await this.#ask("/service/servers/1");
    return ((await answer.json()) as { recordingTrouble?: { code: string } }).recordingTrouble?.code;
  }

  /** Types and codes of the report's events since `sinceMs`. */
  async events(sinceMs: number): Promise<ReportEvent[]> {
    const answer = await this.#ask(`/service/server/report?start=${sinceMs}&stop=${Date.now() + 1000}`);
    const { orchidEvents } = (await answer.json()) as { orchidEvents: ReportEvent[] };
    return orchidEvents;
  }

  /** What it is asked is answered, and pushed to whoever listens. */
  async pushes(): Promise<{ readonly types: () => readonly string[]; close: () => void }> {
    const types: string[] = [];
    const socket = new WebSocket(`${this.#origin.replace("http", "ws")}/service/events/socket`, {
      headers: { authorization: this.#authorization },
    });
    socket.on("message", (data: Buffer) => types.push((JSON.parse(data.toString()) as { type: string }).type));
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return { types: () => types, close: () => socket.terminate() };
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.#origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}
