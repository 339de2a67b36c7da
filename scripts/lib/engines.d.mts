export type WebKit = { driver: string; browser: string; screen: string }
export type Engines = { firefox: string | undefined; webkit: WebKit | undefined }
export const enginePackages: Record<keyof Engines, string[]>
export function findEngines(): Engines
export function isPlaywrightsInstalled(name: keyof Engines): boolean
export function missingEnginePackages(): string[]
export function installEngines(): void
