export const otherEngines: readonly ['firefox', 'webkit']
export function missingEngines(): string[]
