/** What administrators give to single processes of the recorder, as `NAME=NUMBER` in a list. */

const LIMITED_PROCESSES = ["media", "analysis", "demo", "export"] as const;
export type LimitedProcess = (typeof LIMITED_PROCESSES)[number];

const SHARE = /^([a-z]+)=(\d+(?:\.\d+)?)$/;
/** Less would stop a process: a hundredth of a processor, or 64 MiB, in which none of them starts. */
const LEAST = { cpu: 0.01, memory: 64 } as const;

const read = (text: string): { readonly name: string; readonly amount: number } | null => {
  const [, name = "", amount = ""] = SHARE.exec(text) ?? [];
  return name === "" ? null : { name, amount: Number(amount) };
};

/** null = it is not named. */
export function shareOf(list: readonly string[], name: LimitedProcess): number | null {
  const found = list.map(read).findLast((one) => one?.name === name);
  return found?.amount ?? null;
}

/** One line for each entry that cannot be right. */
export function shareProblems(key: keyof typeof LEAST, list: readonly string[]): string[] {
  return list.flatMap((text) => {
    const share = read(text);
    if (share !== null && LIMITED_PROCESSES.some((name) => name === share.name) && share.amount >= LEAST[key])
      return [];
    return [`processes.${key}: ${LIMITED_PROCESSES.join(", ")} = at least ${LEAST[key]} expected, not ${text}`];
  });
}
