/** The address of a database that goes where it is said to, or nowhere. */
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class DatabaseDoor {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #port: number;

  private constructor(port: number) {
    this.#port = port;
    this.#server = createServer((client) => {
      const server = connect(this.#port, "127.0.0.1");
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#open.add(one);
        one.on("error", () => undefined);
        one.once("close", () => {
          this.#open.delete(one);
          other.destroy();
        });
        one.pipe(other);
      }
    });
  }

  static async open(port: number): Promise<DatabaseDoor> {
    const door = new DatabaseDoor(port);
    await new Promise<void>((resolve) => door.#server.listen(0, "127.0.0.1", resolve));
    return door;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends the connections that are open. */
  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }

  /** For connections from now on. Port 1: nobody answers there. */
  leadTo(port: number): void {
    this.#port = port;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
