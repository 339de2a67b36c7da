const secretField =
  /"(password|passwordHash|password_hash|token|accessToken|access_token|clientSecret|client_secret|secret|authorization|cookie|set-cookie|card|number|cvc|stripe-signature)":"(?:[^"\\]|\\.)*"/gi
const secretText = [
  [/\b(pi|seti)_(\w+?)_secret_\w+/g, '$1_$2_secret_[hidden]'],
  [/\b([sr]k|whsec)_(live_|test_)?\w{6,}/g, '$1_[hidden]'],
  [/\bs1\.[\w-]{20,}\.[\w-]{20,}/g, '[token]'],
  [/\$argon2id\$[\w$=,+/]+/g, '[hash]'],
  [/\bBearer [^\s"\\]+/g, 'Bearer [hidden]'],
  [/:\/\/([^\s:/@"\\]+):[^\s/@"\\]+@/g, '://$1:[hidden]@'],
  // The values of a query in an error of Drizzle: its message and stack, and its field.
  [/\\nparams: (?:(?!\\n {4}at )(?:[^"\\]|\\.))*/g, '\\nparams: [hidden]'],
  [/"params":\[(?:[^[\]"]|"(?:[^"\\]|\\.)*"|\[(?:[^[\]"]|"(?:[^"\\]|\\.)*")*\])*\]/g, '"params":"[hidden]"'],
] as const
/** Bounded lengths keep the match linear on long lines. */
const email =
  /([^\s@%"'\\<>()[\],;:=])[^\s@%"'\\<>()[\],;:=]{0,63}(@|%40)([^\s@%"'\\<>()[\],;:=&?]{1,190}\.[^\s@%"'\\<>()[\],;:=&?]{1,63})/gi
/** Card numbers: 14 to 19 digits, grouped or not, outside longer words and numbers. */
const digits = /(?<![\w.-])\d(?:[ -]?\d){13,18}(?![\w-]|\.\d)/g
/** A number as a JSON value: its mask needs quotes. */
const bareDigits = /([^\\]":)(\d{14,19})(?=[,}\]])/g

export function maskSecrets(line: string): string {
  return maskKeys(line).replace(email, (_all, first: string, at: string, domain: string) => `${first}***${at}${domain}`)
}

/** Masks everything but e-mail names, so that `catalog@1.6.0` stays. */
export function maskKeys(line: string): string {
  let masked = line.replace(secretField, '"$1":"[hidden]"')
  for (const [pattern, replacement] of secretText) masked = masked.replace(pattern, replacement)
  return masked
    .replace(bareDigits, (all, before: string, number: string) => (isCardNumber(number) ? `${before}"[card]"` : all))
    .replace(digits, (all) => (isCardNumber(all) ? '[card]' : all))
}

/** Verifies the Luhn check digit (ISO/IEC 7812). */
function isCardNumber(text: string): boolean {
  const sum = [...text.replace(/\D/g, '')].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
