import { WebSocket } from "ws";

/** A page: it is signed in, listens to events, and opens its socket again when it breaks, as the client does. */
export class WallPage {
  breaks = 0;
  backMs = [];
  #brokenMs = null;
  #isLeft = false;

  static async open(at, { need, password }) {
    const page = new WallPage();
    page.at = at;
    const body = { username: "admin", password };
    const { cookies } = await need("POST", "/service/sessions/user", { body, cookie: "", at });
    page.cookie = cookies.map((one) => one.split(";")[0]).join("; ");
    await page.#connect();
    return page;
  }
  async #connect() {
    const target = `${this.at.replace("http", "ws")}/service/events/socket`;
    this.socket = new WebSocket(target, { headers: { cookie: this.cookie, origin: this.at } });
    this.closed = new Promise((resolve) => {
      this.socket.once("close", (code) => {
        resolve(code);
        if (this.#isLeft || code === 4401) return;
        this.breaks += 1;
        this.#brokenMs ??= performance.now();
        setTimeout(() => void this.#connect(), 250);
      });
    });
    this.socket.once("open", () => {
      if (this.#brokenMs !== null) this.backMs.push(performance.now() - this.#brokenMs);
      this.#brokenMs = null;
    });
    this.socket.on("error", () => {});
    await new Promise((resolve) => {
      this.socket.once("open", resolve);
      this.socket.once("close", resolve);
    });
  }
  get isBroken() {
    return this.#brokenMs !== null;
  }
  leave() {
    this.#isLeft = true;
    this.socket.terminate();
  }
}
