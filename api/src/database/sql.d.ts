/** A migration is bundled as its text. */
declare module '*.sql' {
  const text: string
  export default text
}
