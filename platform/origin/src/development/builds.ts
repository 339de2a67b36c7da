/** What the program that builds has said, for the pages that are open. */
export type Builds = {
  /** Takes in a message. @returns what open pages are told of it now, by the names of their events */
  take: (message: unknown) => Record<string, unknown>
  greeting: () => Record<string, unknown>
  file: (address: string) => string | undefined
  /** Which states of the sources are live, by package: pages that show them already stay as they are. */
  liveBuilds: (releases: Readonly<Record<string, { version: string }>>) => unknown[]
}

/** So many steps back a page can still follow; one that is older is loaded again. */
const MOST_FILES = 500

export function collectBuilds(): Builds {
  const files = new Map<string, string>()
  const built = new Map<string, unknown>()
  let problems: unknown[] = []
  let update: unknown

  function keepFiles(added: unknown): void {
    for (const [address, text] of Object.entries(Object(added))) {
      files.delete(address)
      files.set(address, String(text))
    }
    for (const address of [...files.keys()].slice(0, -MOST_FILES)) files.delete(address)
  }

  return {
    take(message) {
      const said = Object(message)
      if (Array.isArray(said.problems)) {
        problems = said.problems
        return { problems }
      }
      if (said.update) {
        const { files: added, ...rest } = Object(said.update)
        keepFiles(added)
        update = rest
        return { update }
      }
      if (said.built) built.set(nameOf(said.built), said.built)
      return {}
    },
    greeting: () => ({ problems, ...(update !== undefined && { update }) }),
    file: (address) => files.get(address),
    liveBuilds: (releases) =>
      Object.entries(releases).flatMap(([name, { version }]) => built.get(nameOf({ package: name, version })) ?? []),
  }
}

function nameOf(build: unknown): string {
  const { package: name, version } = Object(build)
  return `${name}@${version}`
}
