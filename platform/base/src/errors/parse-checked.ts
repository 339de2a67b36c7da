/** @returns `undefined` for text that is not JSON of this form */
export function parseChecked<Value>(
  checker: { Check: (value: unknown) => value is Value },
  json: string,
): Value | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return checker.Check(value) ? value : undefined
  } catch {
    return undefined
  }
}
