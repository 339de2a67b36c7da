import type { Release } from './release'

export function nameOf({ package: name, version }: Pick<Release, 'package' | 'version'>): string {
  return `${name}@${version}`
}
