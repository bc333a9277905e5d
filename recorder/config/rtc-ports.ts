/**
 * Of a range of UDP ports for WebRTC ("MIN-MAX"), those of one of several processes (`at`, from 0 on): two of them cannot have the
 * same. null = there are too few; "" = any.
 */
export function portsOfProcess(range: string, at: number, processes: number): string | null {
  const [first = 0, last = 0] = range.split("-").map(Number);
  if (range === "" || processes <= 1) return range;
  const each = Math.floor((last - first + 1) / processes);
  if (each < 1) return null;
  const begin = first + at * each;
  return `${begin}-${at === processes - 1 ? last : begin + each - 1}`;
}
