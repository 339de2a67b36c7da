import { Refusal } from '../refusal'

/** A value as nginx reads it back exactly. @throws Refusal for a `$`, which nginx has no way to write. */
export function quote(value: string): string {
  if (/[$\r\n]/.test(value)) throw new Refusal(`nginx cannot be given ${JSON.stringify(value)}`)
  return `"${value.replace(/[\\"]/g, '\\$&')}"`
}

/** A text as a part of a regular expression of nginx, that means only itself. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** `name { … }` with its lines indented. */
export function block(name: string, lines: readonly string[]): string {
  return [`${name} {`, ...lines.map((line) => line.replace(/^/gm, '  ')), '}'].join('\n')
}

/** Headers of every reply, errors included. A location with one has none of its server's. */
export function addHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `add_header ${name} ${quote(value)} always;`)
}
