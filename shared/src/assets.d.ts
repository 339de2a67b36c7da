declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export default classes
}

declare module '*.css'

declare module '*.html' {
  /** Sanitised when the package is built. */
  const html: string
  export default html
}

declare module '*?script' {
  /** The module's one function as minified text. */
  const script: string
  export default script
}
