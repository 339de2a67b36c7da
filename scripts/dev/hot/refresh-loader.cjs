/**
 * Gives each module the functions its compiled components call (`$RefreshReg$`, `$RefreshSig$`); the page decides whether a
 * new version can replace the old one (`platform/origin/src/development/browser/refresh-modules.ts`).
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
