export type Changes = { added: string[]; gone: string[]; changed: string[] }

export function compareNamed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Changes {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return {
    added: names.filter((name) => !before.has(name)),
    gone: names.filter((name) => !after.has(name)),
    changed: names.filter((name) => before.has(name) && after.has(name) && before.get(name) !== after.get(name)),
  }
}

/** Compares lines as multisets; `changed` reports a different order only. */
export function compareLines(before: readonly string[], after: readonly string[]): Changes {
  const added = withoutThoseOf(after, before)
  const gone = withoutThoseOf(before, after)
  const isMoved = added.length === 0 && gone.length === 0 && before.join('\n') !== after.join('\n')
  return { added, gone, changed: isMoved ? ['order'] : [] }
}

export function hasChanges({ added, gone, changed }: Changes): boolean {
  return added.length + gone.length + changed.length > 0
}

function withoutThoseOf(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
