interface PlayedRecorder {
  readonly id: string;
  readonly cameras: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly streamIds: readonly string[];
  }[];
  /** Changes the state of a camera and tells it; returns the id of its primary stream. */
  blink(at: number): string;
  /** All its cameras are others from now on, of the same names. The function that it returns tells of each. */
  replaceAll(): () => void;
  /** Answers nothing from now on. */
  leave(): void;
}

/** Many recorders played by one process. `counts`: calls and bytes of answers since the last `startAnew`. */
export declare function playRecorders(
  recorders: number,
  cameras: number,
): Promise<{
  readonly all: readonly PlayedRecorder[];
  readonly counts: { readonly calls: number; readonly bytes: number; readonly wholeLists: number };
  readonly startAnew: () => void;
  readonly urlOf: (at: number) => string;
  readonly close: () => void;
}>;
