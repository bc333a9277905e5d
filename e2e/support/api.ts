/** The recorder's API for tests that prepare and check state: bearer session, JSON. */
export class Api {
  readonly url: string;
  #session = "";

  constructor(url: string) {
    this.url = url;
  }

  static async signedIn(url: string, username: string, password: string): Promise<Api> {
    const api = new Api(url);
    const session = await api.post<{ id: string }>("/service/sessions/user", {
      username,
      password,
      expiresIn: 3600,
      cookie: "session",
    });
    api.#session = session.id;
    return api;
  }

  async request(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(this.url + path, {
      method,
      headers: {
        ...(this.#session ? { authorization: `Bearer ${this.#session}` } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async #answer<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.request(method, path, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? null : JSON.parse(text)) as T;
  }

  /** PUTs bytes with their own content type. */
  async upload(path: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { "content-type": type, ...(this.#session ? { authorization: `Bearer ${this.#session}` } : {}) };
    const response = await fetch(this.url + path, { method: "PUT", headers, body: bytes });
    if (!response.ok) throw new Error(`PUT ${path}: ${response.status}`);
  }

  get<T>(path: string): Promise<T> {
    return this.#answer("GET", path);
  }
  post<T>(path: string, body?: unknown): Promise<T> {
    return this.#answer("POST", path, body);
  }
  patch<T>(path: string, body?: unknown): Promise<T> {
    return this.#answer("PATCH", path, body);
  }
  delete(path: string): Promise<unknown> {
    return this.#answer("DELETE", path);
  }
}

export interface CameraAnswer {
  readonly id: string;
  readonly name: string;
  readonly primaryStream: { readonly id: string; readonly status?: { readonly streamState: string } } | null;
}

/** Waits until a condition of the server holds; when it never does, the message contains the last error or value. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  holds: (value: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      const value = await ask();
      if (holds(value)) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  throw new Error(`${what}: ${last instanceof Error ? last.message : JSON.stringify(last)}`);
}
