export function allowSharing(): () => void
export function findSharedPostgres(): Promise<string | undefined>
