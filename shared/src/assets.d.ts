declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css'

declare module '*.html' {
  /** Sanitised HTML fragment, checked against the allow-list when the package is built. */
  const html: string
  export default html
}

declare module '*?script' {
  /** Text of the one function the module exports, minified. */
  const script: string
  export default script
}
