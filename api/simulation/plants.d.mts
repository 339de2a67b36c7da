export type Plant = { name: string; file: string; find: string; replace: string; caughtBy: string[] }
export const plants: Plant[]
export function plantIn(code: string, plant: Plant): string
