const { serverModules } = require('../../kit/webpack/federation.cjs')

module.exports = function providedModulesLoader() {
  const imports = serverModules.map((request, index) => `import * as module${index} from ${JSON.stringify(request)}`)
  const entries = serverModules.map((request, index) => `${JSON.stringify(request)}: module${index}`)
  return `${imports.join('\n')}\nexport const provided = { ${entries.join(', ')} }\n`
}
