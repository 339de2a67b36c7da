// Replaces the runtime's semver with carets of exact versions (`kit/webpack/federation.cjs`) and its own `<=`.
// Activation has compared releases with full semver, so any other range counts as met.

export function satisfy(version, range) {
  const [, operator, wanted] = /^(\^|<=)(\d+\.\d+\.\d+)$/.exec(range) ?? []
  if (!wanted) return true
  const [has, wants] = [numbersOf(version), numbersOf(wanted)]
  const differing = has.findIndex((number, index) => number !== wants[index])
  if (differing < 0) return true
  const isLess = has[differing] < wants[differing]
  if (operator === '<=') return isLess
  // A caret fixes the first number that is not 0.
  const leading = wants.findIndex((number) => number > 0)
  return !isLess && leading >= 0 && differing > leading
}

function numbersOf(version) {
  return version.split('.', 3).map((number) => Number.parseInt(number, 10))
}
