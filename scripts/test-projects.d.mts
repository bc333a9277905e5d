export function ownProcessTests(root: string): string[];
