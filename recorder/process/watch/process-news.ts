/** What happens to the recorder's own processes and folders, told to the journal and to open pages. */
import { type Failure, failure } from "#domain/failures/failure.ts";
import { everyone } from "#recorder/core/audience.ts";
import type { FolderState } from "#recorder/core/folder-watch.ts";
import type { Services } from "#recorder/http/services.ts";
import type { ProcessNews } from "../supervisor.ts";

type Told = Pick<Services, "journal" | "hub">;

/** The id under which clients know this server. */
const OWN_ID = "1";

/** Open pages fetch again what they show of this server. */
export const serverChanged = ({ hub }: Pick<Told, "hub">): void =>
  hub.publish("server-modified", "servers", OWN_ID, everyone);

export function tellOfProcess(services: Told, name: string, news: ProcessNews): void {
  const type = news.what === "steady" || news.what === "calm" ? "Process Ok" : "Process Trouble";
  void services.journal.event(type, processFailure(name, news));
  serverChanged(services);
}

export function tellOfData(services: Told, { state, reason }: FolderState): void {
  if (state === "ok") void services.journal.event("Storage Ok", failure("event/data-ok"));
  else void services.journal.event("Storage Trouble", failure(`event/data-${state}`, { reason }));
  serverChanged(services);
}

function processFailure(name: string, news: ProcessNews): Failure {
  switch (news.what) {
    case "hung":
      return failure("event/process-hung", { name });
    case "memory":
      return failure("event/process-memory", { name, size: news.rssBytes });
    case "busy":
      return failure("event/process-busy", { name, used: tenths(news.cores), limit: tenths(news.limit) });
    case "calm":
      return failure("event/process-calm", { name });
    case "failing":
      return failure("event/process-failing", { name, count: news.count });
    case "steady":
      return failure("event/process-steady", { name });
  }
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
