const path = require('node:path')
const { HotModuleReplacementPlugin } = require('webpack')

const CLIENT = path.join(__dirname, 'hot-client.mjs')
const JSX_RUNTIME = path.join(__dirname, 'jsx-dev-runtime.mjs')
const HOT = /\.hot-update\.js(?:on)?$/
const REFRESH_LOADER = path.join(__dirname, 'refresh-loader.cjs')

function withHotUpdates(config, name, onUpdate) {
  const [start = name] = Object.keys(config.entry)
  const client = `${CLIENT}?${name}`
  return {
    ...config,
    entry: { [start]: [client, ...(config.entry[start] ? [config.entry[start]] : [])] },
    resolve: { ...config.resolve, alias: { ...config.resolve.alias, 'react/jsx-dev-runtime$': JSX_RUNTIME } },
    module: { ...config.module, rules: config.module.rules.map(withRefresh) },
    plugins: [...config.plugins, new HotModuleReplacementPlugin(), new HotUpdatePlugin(name, onUpdate)],
    // Keeps the next update from starting at a state that no page has.
    optimization: { ...config.optimization, emitOnErrors: false },
    cache: {
      ...config.cache,
      name: `${config.cache.name}-hot`,
      buildDependencies: { config: [...config.cache.buildDependencies.config, `${__dirname}/`] },
    },
  }
}

function withRefresh(rule) {
  if (rule.loader !== 'swc-loader') return rule
  const { loader, options, ...where } = rule
  const react = { ...options.jsc.transform.react, development: true, refresh: true }
  const swc = { loader, options: { ...options, jsc: { ...options.jsc, transform: { react } } } }
  return { ...where, use: [REFRESH_LOADER, swc] }
}

/** Hands over update files and style sheets as soon as they compile. The build's hash identifies the sources. */
class HotUpdatePlugin {
  /** @param onUpdate gets `{ package, hash, files: { address: text }, styles: [{ href, text }] }` */
  constructor(name, onUpdate) {
    this.name = name
    this.onUpdate = onUpdate
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('HotUpdatePlugin', (compilation) => {
      const { PROCESS_ASSETS_STAGE_ANALYSE } = compiler.webpack.Compilation
      // Before `ContractPlugin` lists the files of each page.
      compilation.hooks.processAssets.tap({ name: 'HotUpdatePlugin', stage: PROCESS_ASSETS_STAGE_ANALYSE }, () => {
        const update = this.describe(compilation)
        if (compilation.errors.length === 0) this.onUpdate(update)
      })
    })
  }

  describe(compilation) {
    const addressOf = (file) => compilation.outputOptions.publicPath + file
    const update = { package: this.name, hash: compilation.hash, files: {}, styles: [] }
    for (const { name, source } of compilation.getAssets()) {
      if (name.endsWith('.css')) update.styles.push({ href: addressOf(name), text: String(source.source()) })
      if (!HOT.test(name)) continue
      update.files[addressOf(name)] = String(source.source())
      compilation.deleteAsset(name)
    }
    return update
  }
}

module.exports = { withHotUpdates }
