export function signRelease(dist: string, privateKey: string): Promise<void>
