/** A key that is gone, or the number of arguments; a long list of keys has a type's name in its place. */
const LOST_KEY = /^Type '("[^']+"|\d+|number|unique symbol|Lost\w*<.*>)' is not assignable to type 'never'/
const MISSING = /^Property '(.+)' is missing in type .* but required in type .*/
const WORDS: readonly [RegExp, string][] = [
  [MISSING, '"$1" is required now'],
  [/^Type '(.+)' is not assignable to type '(.+)'\.$/, '$1 does not fit $2'],
]
const MAX_LENGTH = 200

/** The type checker's most particular sentence, in words for a team. */
export function explain(message: readonly string[], isPart = false): string {
  const lost = message.flatMap((text) => LOST_KEY.exec(text)?.[1] ?? [])
  if (lost.length > 0) return describeLost(lost.at(-1) ?? '')
  const [, gone] = (isPart && MISSING.exec(message[0] ?? '')) || []
  if (gone) return `"${gone}" is gone`
  const particular = message.at(-1) ?? ''
  const [pattern, words] = WORDS.find(([it]) => it.test(particular)) ?? [/$^/, '']
  const text = particular.replace(pattern, words).replace(/\.$/, '')
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function describeLost(lost: string): string {
  if (lost.startsWith('"')) return `${lost} is gone`
  return lost.startsWith('Lost') ? 'much of what it takes is gone' : 'it takes fewer arguments'
}
