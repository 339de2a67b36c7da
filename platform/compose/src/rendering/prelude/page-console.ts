const PLACEHOLDER = /%[sdifjoOc%]/g

/** Formats like Node's console: placeholders first, then the rest. */
export function formatLogged(logged: readonly unknown[]): string {
  const [first, ...rest] = logged
  if (typeof first !== 'string' || rest.length === 0) return logged.map(describe).join(' ')
  const values = rest.values()
  const text = first.replace(PLACEHOLDER, (placeholder) => {
    if (placeholder === '%%') return '%'
    const { done, value } = values.next()
    if (done) return placeholder
    return placeholder === '%c' ? '' : fill(placeholder, value)
  })
  return [text, ...[...values].map(describe)].join(' ')
}

function fill(placeholder: string, value: unknown): string {
  if (placeholder === '%d' || placeholder === '%f') return String(Number(value))
  if (placeholder === '%i') return String(Math.trunc(Number(value)))
  return describe(value)
}

function describe(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (value instanceof Error) return `${value.name}: ${value.message}\n${value.stack ?? ''}`.trimEnd()
  try {
    return JSON.stringify(value)
  } catch {
    return String(value)
  }
}

/**
 * Collects `console.error`, which refuses the page: React reports broken markup and misused hooks there. Drops the
 * rest.
 */
export function pageConsole(onError: (text: string) => void) {
  const ignored = ['log', 'info', 'debug', 'warn', 'trace', 'dir', 'table', 'time', 'timeEnd', 'group', 'groupEnd']
  return {
    ...Object.fromEntries([...ignored, 'groupCollapsed', 'count', 'assert'].map((name) => [name, () => {}])),
    error: (...values: unknown[]) => onError(formatLogged(values)),
  }
}
