/** A bookmark as its server knows it; `orchidId`: that server of an aggregator, "" = the recorder itself. */
export interface MadeBookmark {
  readonly id: string;
  readonly orchidId: string;
}
