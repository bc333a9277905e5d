/** What a proof prints. Where something is beyond its limits, the program ends with 1. */
export const say = (text) => void process.stdout.write(`${text}\n`);

export function judge(text, isWithin) {
  say(`${isWithin ? "ok  " : "MISS"} ${text}`);
  if (!isWithin) process.exitCode = 1;
}
