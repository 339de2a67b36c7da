// The compiler marks components for React's refresh in its development mode alone, whose elements are made by a module that no
// host provides; these are made by the one that it does.
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

export { Fragment }

export function jsxDEV(type, props, key, isStatic) {
  return isStatic ? jsxs(type, props, key) : jsx(type, props, key)
}
