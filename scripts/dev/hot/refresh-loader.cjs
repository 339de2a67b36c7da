/**
 * Gives each module what its compiled components call (`$RefreshReg$`, `$RefreshSig$`), and lets the page decide whether a
 * new version of it can take the old one's place. The page's part is
 * `platform/origin/src/development/browser/refresh-modules.ts`; a page without it runs the module as it is.
 */
module.exports = function refreshLoader(source, map) {
  this.callback(null, `${HEAD}\n${source}\n${FOOT}`, map)
}

const HEAD = [
  'const $development$ = globalThis.siteDevelopment',
  'const $RefreshReg$ = (type, id) => $development$?.register(type, __webpack_module__.id + " " + id)',
  'const $RefreshSig$ = () => $development$?.sign() ?? ((type) => type)',
].join('\n')
const FOOT = '$development$?.accept(__webpack_module__, import.meta.webpackHot)'
