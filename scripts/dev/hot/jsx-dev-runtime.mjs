// React refresh needs the compiler's development mode, but no host provides its element factory. Map it to the host's.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

export { Fragment }

export function jsxDEV(type, props, key, isStatic) {
  return isStatic ? jsxs(type, props, key) : jsx(type, props, key)
}
