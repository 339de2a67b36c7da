/** Text, @, text, dot, text (R159); surrounding white space is ignored. */
export function isEmail(value: string): boolean {
  const text = value.trim()
  const [local, domain = '', ...more] = text.split('@')
  const hasDotInside = domain.slice(1, -1).includes('.')
  return local !== '' && hasDotInside && more.length === 0 && !/\s/.test(text)
}
