export function hasNatsServer(): boolean;

export class NatsServer {
  /** `lines`: further lines of its configuration. */
  static start(lines?: readonly string[]): Promise<NatsServer>;
  /** `config`: the text of its configuration; what it stores lies in the folder. */
  constructor(port: number, config: (folder: string) => string);
  readonly url: string;
  begin(): Promise<void>;
  hang(): void;
  goOn(): void;
  halt(): Promise<void>;
  stop(): Promise<void>;
}
