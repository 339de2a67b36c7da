/* global __resourceQuery, __webpack_hash__, __webpack_require__ */
// Part of a watched package's entry: lets the page ask for updates.
globalThis.siteDevelopment?.join(__resourceQuery.slice(1), {
  hash: () => __webpack_hash__,
  update() {
    // The page changes styles itself: they are inline, where the extracting plugin does not look.
    delete __webpack_require__.hmrC.miniCss
    return import.meta.webpackHot.check(true)
  },
})
