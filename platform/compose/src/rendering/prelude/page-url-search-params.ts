type Entry = [name: string, value: string]

export class PageUrlSearchParams {
  #entries: Entry[]
  #onChange: ((query: string) => void) | undefined

  constructor(init: unknown = '', onChange?: (query: string) => void) {
    this.#entries = entriesOf(init)
    this.#onChange = onChange
  }

  get size(): number {
    return this.#entries.length
  }

  get [Symbol.toStringTag](): string {
    return 'URLSearchParams'
  }

  append(name: unknown, value: unknown): void {
    this.#change([...this.#entries, [wellFormed(name), wellFormed(value)]])
  }

  delete(name: unknown, value?: unknown): void {
    this.#change(this.#entries.filter((entry) => !isMatch(entry, name, value)))
  }

  get(name: unknown): string | null {
    return this.#entries.find((entry) => isMatch(entry, name))?.[1] ?? null
  }

  getAll(name: unknown): string[] {
    return this.#entries.filter((entry) => isMatch(entry, name)).map(([, value]) => value)
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#entries.some((entry) => isMatch(entry, name, value))
  }

  set(name: unknown, value: unknown): void {
    const first = this.#entries.findIndex((entry) => isMatch(entry, name))
    const kept = this.#entries.filter((entry, index) => index === first || !isMatch(entry, name))
    const changed: Entry = [wellFormed(name), wellFormed(value)]
    this.#change(first < 0 ? [...kept, changed] : kept.with(first, changed))
  }

  sort(): void {
    this.#change(this.#entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))))
  }

  forEach(callback: (value: string, name: string, params: this) => void, thisValue?: unknown): void {
    for (const [name, value] of this.#entries) callback.call(thisValue, value, name, this)
  }

  *entries(): Generator<Entry> {
    for (const [name, value] of this.#entries) yield [name, value]
  }

  *keys(): Generator<string> {
    for (const [name] of this.#entries) yield name
  }

  *values(): Generator<string> {
    for (const [, value] of this.#entries) yield value
  }

  [Symbol.iterator](): Generator<Entry> {
    return this.entries()
  }

  toString(): string {
    return this.#entries.map(([name, value]) => `${encodeFormText(name)}=${encodeFormText(value)}`).join('&')
  }

  #change(entries: Entry[]): void {
    this.#entries = entries
    this.#onChange?.(this.toString())
  }
}

function wellFormed(value: unknown): string {
  return String(value).replace(/\p{Surrogate}/gu, '\ufffd')
}

function isMatch(entry: Entry, name: unknown, value?: unknown): boolean {
  return entry[0] === wellFormed(name) && (value === undefined || entry[1] === wellFormed(value))
}

function entriesOf(init: unknown): Entry[] {
  if (typeof init !== 'object' || init === null) return parseForm(wellFormed(init).replace(/^\?/, ''))
  if (Symbol.iterator in init) {
    return [...(init as Iterable<Iterable<unknown>>)].map((pair) => {
      const [name, value, ...rest] = pair
      if (rest.length > 0) throw new TypeError('Each query pair must be an iterable [name, value] tuple')
      return [wellFormed(name), wellFormed(value)]
    })
  }
  return Object.entries(init).map(([name, value]) => [wellFormed(name), wellFormed(value)])
}

function parseForm(text: string): Entry[] {
  const parts = text.split('&').filter((part) => part !== '')
  return parts.map((part) => {
    const [name = '', ...value] = part.split('=')
    return [decodeFormText(name), decodeFormText(value.join('='))]
  })
}

/** Keeps invalid escapes; invalid UTF-8 becomes U+FFFD. */
function decodeFormText(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    const bytes = escapes.slice(1).split('%')
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
      Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)),
    )
  })
}

/** Encodes with the `application/x-www-form-urlencoded` percent-encode set. */
function encodeFormText(text: string): string {
  return encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}
