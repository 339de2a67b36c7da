const LOST_KEY = /^Type '(.+)' is not assignable to type 'never'/
const WORDS: readonly [RegExp, string][] = [
  [/^Property '(.+)' is missing in type .* but required in type .*/, '"$1" is required now'],
  [/^Type '(.+)' is not assignable to type '(.+)'\.$/, '$1 does not fit $2'],
]
const MAX_LENGTH = 200

/** What the type checker says, for somebody who has not seen the stub: its most particular sentence. */
export function explain(message: readonly string[]): string {
  const [first = ''] = message
  const [, lost] = LOST_KEY.exec(first) ?? []
  if (lost) return /^\d+$/.test(lost) ? 'it takes fewer arguments' : `${lost} is gone`
  const particular = message.at(-1) ?? first
  const [pattern, words] = WORDS.find(([it]) => it.test(particular)) ?? [/$^/, '']
  const text = particular.replace(pattern, words).replace(/\.$/, '')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
