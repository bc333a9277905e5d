/** A page's WebSocket that connects to nobody and says nothing by itself; tests that need more of it extend it. */
export class SilentSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  readyState = 0;
  binaryType = "blob";

  /** It is connected. */
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  /** It is closed from the other side. */
  end(code: number): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason: "", wasClean: code !== 1006 }));
  }
  close(): void {}
  send(): void {}
}
