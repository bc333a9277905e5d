/** A relay's side of the link: it dials its recorder, and again whenever the link is gone. */
import { WebSocket } from "ws";
import {
  RELAY_ADDRESS_HEADER,
  RELAY_ID_HEADER,
  RELAY_LINK_PATH,
  RELAY_MESSAGE_MAX,
  RELAY_SUBPROTOCOL,
  recorderCalls,
  relayCalls,
} from "#protocol/relay-link.ts";
import type { Log } from "#recorder/core/log.ts";
import { Channel } from "#recorder/ipc/channel.ts";
import type { RelayContract, RelayedContract } from "#recorder/ipc/relay-contract.ts";
import { LinkPort } from "./link-port.ts";

const AGAIN_MS = 1000;
const HANDSHAKE_MS = 5000;

interface RelayDialOptions {
  /** address of the recorder */
  readonly recorder: string;
  readonly token: string;
  readonly id: string;
  readonly address: string;
  readonly log: Log;
  readonly onLink: (recorder: Channel<RelayContract, RelayedContract>) => void;
  readonly onGone: () => void;
}

export class RelayDial {
  readonly #options: RelayDialOptions;
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;
  /** why the link cannot be opened, as it was said last */
  #said = "";
  #channel: Channel<RelayContract, RelayedContract> | null = null;

  constructor(options: RelayDialOptions) {
    this.#options = options;
    this.#dial();
  }

  /** its address */
  get recorder(): string {
    return this.#options.recorder;
  }

  /** Null: there is no link now. */
  get channel(): Channel<RelayContract, RelayedContract> | null {
    return this.#channel;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #dial(): void {
    const { recorder, token, id, address, log, onLink, onGone } = this.#options;
    const socket = new WebSocket(`${recorder.replace(/^http/, "ws")}${RELAY_LINK_PATH}`, RELAY_SUBPROTOCOL, {
      headers: { authorization: `Bearer ${token}`, [RELAY_ID_HEADER]: id, [RELAY_ADDRESS_HEADER]: address },
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: RELAY_MESSAGE_MAX,
      perMessageDeflate: false,
    });
    this.#socket = socket;
    socket.on("error", ({ message }) => {
      // A recorder that is away is away for long: once is enough.
      if (message !== this.#said) log.warn({ reason: message, recorder }, "the recorder cannot be reached");
      this.#said = message;
    });
    socket.on("open", () => {
      this.#said = "";
      log.info({ recorder }, "the link to the recorder is open");
      const port = new LinkPort(socket, { serves: relayCalls, asks: recorderCalls, events: {} });
      this.#channel = new Channel<RelayContract, RelayedContract>(port);
      onLink(this.#channel);
    });
    socket.on("close", () => {
      if (this.#channel) onGone();
      this.#channel = null;
      if (!this.#isClosed) this.#timer = setTimeout(() => this.#dial(), AGAIN_MS);
    });
  }
}
