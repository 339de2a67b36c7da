export function findPostgres(options?: { below?: string; searchPath?: string }): string | undefined
export function ensurePostgres(): boolean
