export function dependenciesOf(folder: string): string[]
