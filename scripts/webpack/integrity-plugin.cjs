// Has browsers hold the scripts of the first view against the digests that the page names beside its hints to fetch them.
const LoadScriptRuntimeModule = require('webpack/lib/runtime/LoadScriptRuntimeModule')

/**
 * A script of the page gets the `integrity` of its hint (`Scripts` of `shell/src/document/starter.inline.ts`): without the
 * same one, a browser would fetch it twice. Scripts that are asked for later have none: a list of all would cost every page
 * more than its first flight has room for.
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
