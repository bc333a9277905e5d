export const releaseIds: readonly string[];
