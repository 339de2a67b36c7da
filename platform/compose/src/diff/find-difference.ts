const SHOWN = 80
const BEFORE = 20

/** Where two sources begin to differ, with what stands there in each; `undefined` when they are the same. */
export function findDifference(before: string, after: string): string | undefined {
  if (before === after) return undefined
  let at = 0
  while (before[at] === after[at]) at++
  const line = before.slice(0, at).split('\n').length
  const column = at - before.lastIndexOf('\n', at - 1)
  const show = (text: string) => JSON.stringify(text.slice(Math.max(0, at - BEFORE), at + SHOWN))
  return `at ${line}:${column}: ${show(after)} in the place of ${show(before)}`
}
