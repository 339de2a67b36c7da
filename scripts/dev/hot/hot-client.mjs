/* global __resourceQuery, __webpack_hash__, __webpack_require__ */
// Lets the page of a watched package ask for updates.
globalThis.siteDevelopment?.join(__resourceQuery.slice(1), {
  hash: () => __webpack_hash__,
  update() {
    // The page updates its inline styles itself; the extracting plugin does not find them.
    delete __webpack_require__.hmrC.miniCss
    return import.meta.webpackHot.check(true)
  },
})
