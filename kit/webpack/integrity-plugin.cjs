const LoadScriptRuntimeModule = require('webpack/lib/runtime/LoadScriptRuntimeModule')

/**
 * Gives first-view scripts the `integrity` of their hint; without it a browser would fetch them twice.
 * Later scripts have none, to fit the first flight.
 */
class IntegrityPlugin {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('IntegrityPlugin', (compilation) => {
      const hints = `${compiler.webpack.RuntimeGlobals.require}.siteHints`
      const list = 'JSON.parse(document.getElementById("site-scripts").textContent).preload'
      const { createScript } = LoadScriptRuntimeModule.getCompilationHooks(compilation)
      createScript.tap(
        'IntegrityPlugin',
        (source) =>
          `${source}\nscript.integrity = (${hints} ||= ${list}).find((it) => it.href === url)?.integrity ?? "";`,
      )
    })
  }
}

module.exports = { IntegrityPlugin }
