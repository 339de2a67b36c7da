// Lets the minimiser drop the router's unused components: their display names and unmarked calls look like effects.
module.exports = function pureComponentsLoader(source) {
  return source
    .replace(/^\w+\.displayName = .*$/gm, '')
    .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
}
