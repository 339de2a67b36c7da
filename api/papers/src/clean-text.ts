/** Longer names and addresses are cut: nobody has them, and a paper has a width. */
const MAX_CHARACTERS = 200
const segments = new Intl.Segmenter('en-GB')

/**
 * Text that people typed, as it may stand on a paper: one line of characters that are seen. What steers a terminal, a line or
 * the direction of writing is taken out, but not what joins letters, and half characters, which no database keeps, are replaced.
 */
export function cleanText(text: string): string {
  const seen = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim()
  const characters = [...segments.segment(seen)].map(({ segment }) => segment)
  return characters.length <= MAX_CHARACTERS ? seen : `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
}
