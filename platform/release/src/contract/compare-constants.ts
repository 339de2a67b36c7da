import { isHost, nameOf, type Release } from '../manifest/release'

export function compareConstants(releases: readonly Release[]): string[] {
  // Host first: the other releases are compared with it.
  const known = new Map<string, { value: unknown; release: Release }>()
  return [...releases]
    .sort((a, b) => Number(isHost(b)) - Number(isHost(a)))
    .flatMap((release) =>
      leavesOf(release.constants).flatMap(([name, value]) => {
        const first = known.get(name)
        if (!first) known.set(name, { value, release })
        if (!first || Object.is(first.value, value)) return []
        return [
          `${nameOf(release)} was built with ${name} ${JSON.stringify(value)}, ${nameOf(first.release)} with ` +
            `${JSON.stringify(first.value)}. Activate releases that were built with the same value in one step.`,
        ]
      }),
    )
}

function leavesOf(constants: object, prefix = ''): [name: string, value: unknown][] {
  return Object.entries(constants).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? leavesOf(value, `${prefix}${key}.`) : [[prefix + key, value]],
  )
}
