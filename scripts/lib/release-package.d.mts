export const releaseScope: string
export function writeReleasePackage(dist: string, release: { name: string; version: string }): Promise<void>
