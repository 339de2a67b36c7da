// Replaces the runtime's DOM helpers: only scripts, which the host creates.

/**
 * Runs a script.
 * @param {{ createScriptHook: Function, attrs?: object }} options the hook gives the element and how long it may take, in ms
 * @returns {Promise<void>} rejected when it failed or took too long
 */
export function loadScript(url, { createScriptHook, attrs = {} }) {
  return new Promise((resolve, reject) => {
    const { script, timeout } = createScriptHook(url, attrs)
    const end = (settle, value) => () => {
      clearTimeout(timer)
      script.remove()
      settle(value)
    }
    const timer = setTimeout(end(reject, new Error(`${url} timed out`)), timeout)
    script.onload = end(resolve)
    script.onerror = end(reject, new Error(`${url} failed`))
    document.head.append(script)
  })
}

export const createLink = () => {}
export const createScript = () => {}
export const isStaticResourcesEqual = (one, other) => one === other
export const safeWrapper = async (act) => act()
