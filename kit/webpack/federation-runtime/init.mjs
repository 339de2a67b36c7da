// Leaves out the plugin for shared modules that are shaken by use: the host provides each of them whole.

/** @throws Error when the build gave no options */
export function init({ webpackRequire: { federation } }) {
  if (!federation.initOptions) throw new Error('initOptions is required!')
  return federation.runtime.init(federation.initOptions)
}
