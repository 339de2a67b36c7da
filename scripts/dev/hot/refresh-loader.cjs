/**
 * Defines `$RefreshReg$` and `$RefreshSig$` for each module.
 * `platform/origin/src/development/browser/page.ts` decides about replacement.
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
