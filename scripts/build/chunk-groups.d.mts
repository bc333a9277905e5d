export const startModules: Readonly<Record<"sign-in" | "frame" | "stage", readonly string[]>>;
export const chunkGroups: { name: string; priority: number; test: (id: string) => boolean }[];
