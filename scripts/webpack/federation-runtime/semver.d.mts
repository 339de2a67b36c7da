export function satisfy(version: string, range: string): boolean
