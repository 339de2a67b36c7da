// What a watched package's build for browsers has besides: its changes are sent to pages that are open. No build that is
// released passes through here.
const path = require('node:path')
const { HotModuleReplacementPlugin } = require('webpack')
const { HotUpdatePlugin } = require('./hot-update-plugin.cjs')

const CLIENT = path.join(__dirname, 'hot-client.mjs')
const JSX_RUNTIME = path.join(__dirname, 'jsx-dev-runtime.mjs')
const REFRESH_LOADER = path.join(__dirname, 'refresh-loader.cjs')

/**
 * @param config of the build for browsers
 * @param onUpdate given each update (`HotUpdatePlugin`), before anything of the build is written
 */
function withHotUpdates(config, name, onUpdate) {
  const [start = name] = Object.keys(config.entry)
  const client = `${CLIENT}?${name}`
  return {
    ...config,
    // A remote's own entry is added to the one of this name.
    entry: { [start]: [client, ...(config.entry[start] ? [config.entry[start]] : [])] },
    resolve: { ...config.resolve, alias: { ...config.resolve.alias, 'react/jsx-dev-runtime$': JSX_RUNTIME } },
    module: { ...config.module, rules: config.module.rules.map(withRefresh) },
    plugins: [...config.plugins, new HotModuleReplacementPlugin(), new HotUpdatePlugin(name, onUpdate)],
    // Otherwise the next update would lead from what does not compile, where no page is.
    optimization: { ...config.optimization, emitOnErrors: false },
    cache: {
      ...config.cache,
      name: `${config.cache.name}-hot`,
      buildDependencies: { config: [...config.cache.buildDependencies.config, `${__dirname}/`] },
    },
  }
}

/** Components say who they are, so that React can keep their state. */
function withRefresh(rule) {
  if (rule.loader !== 'swc-loader') return rule
  const { loader, options, ...where } = rule
  const react = { ...options.jsc.transform.react, development: true, refresh: true }
  const swc = { loader, options: { ...options, jsc: { ...options.jsc, transform: { react } } } }
  return { ...where, use: [REFRESH_LOADER, swc] }
}

module.exports = { withHotUpdates }
