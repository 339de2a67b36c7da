export function findUnknownIds(files: readonly string[], folder?: string): string[]
