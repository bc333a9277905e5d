export function hasNatsServer(): boolean;

export class NatsServer {
  /** `lines`: further lines of its configuration. */
  static start(lines?: readonly string[]): Promise<NatsServer>;
  readonly url: string;
  begin(): Promise<void>;
  hang(): void;
  goOn(): void;
  halt(): Promise<void>;
  stop(): Promise<void>;
}
