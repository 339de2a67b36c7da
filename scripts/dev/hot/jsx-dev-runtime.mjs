// Only the compiler's development mode marks components for React's refresh, and no host provides its element factory: use the
// one that the host does provide.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

export { Fragment }

export function jsxDEV(type, props, key, isStatic) {
  return isStatic ? jsxs(type, props, key) : jsx(type, props, key)
}
