export function ownProcessTests(root: string): string[];
export function isRealTime(path: string): boolean;
export function longRank(path: string): number;
