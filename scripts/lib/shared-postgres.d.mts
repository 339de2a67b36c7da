export function allowSharing(): () => void
export function findSharedPostgres(): Promise<string | undefined>
export function endSharing(folder: string): void
