/* global __resourceQuery, __webpack_hash__, __webpack_require__ */
// Part of a watched package's start: lets the page ask for its updates.
globalThis.siteDevelopment?.join(__resourceQuery.slice(1), {
  hash: () => __webpack_hash__,
  update() {
    // Styles are the page's to change: the document has them as text, where the plugin that extracts them does not look.
    delete __webpack_require__.hmrC.miniCss
    return import.meta.webpackHot.check(true)
  },
})
