// Without the plugin for shaken shared modules, which the host provides whole.

/** @throws Error when the build gave no options */
export function init({ webpackRequire: { federation } }) {
  if (!federation.initOptions) throw new Error('initOptions is required!')
  return federation.runtime.init(federation.initOptions)
}
