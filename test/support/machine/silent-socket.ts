/** A page's WebSocket that connects to nobody and sends nothing by itself; tests that need more extend it. */
export class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = 0;
  binaryType = "blob";

  /** Simulates that it has connected. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  /** Simulates that the other side has closed it. */
  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "", wasClean: code !== 1006 }));
  }
  close(): void {}
  send(): void {}
}
