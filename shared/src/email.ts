const PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Text, @, text, dot, text (R159); surrounding white space is ignored. */
export function isEmail(value: string): boolean {
  return PATTERN.test(value.trim())
}
