import path from 'node:path'

/**
 * Result of one runner; `skipped` and `flaky` (passed only when run again) are names.
 * @typedef {{ passed: number, failed: number, skipped: string[], flaky: string[] }} Counts
 */

const SKIPPED_BY_JEST = ['pending', 'todo', 'disabled']

/** @returns {Counts} of the report that `jest --json` writes */
export function readJestReport({ testResults, numRuntimeErrorTestSuites = 0 }, folder) {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, title: `${path.relative(folder, name)} › ${test.fullName}` })),
  )
  const passed = tests.filter(({ status }) => status === 'passed')
  const flaky = passed.filter(({ invocations }) => invocations > 1)
  return {
    passed: passed.length - flaky.length,
    failed: tests.filter(({ status }) => status === 'failed').length + numRuntimeErrorTestSuites,
    skipped: titlesOf(tests.filter(({ status }) => SKIPPED_BY_JEST.includes(status))),
    flaky: titlesOf(flaky),
  }
}

/** @returns {Counts} of the report that Playwright's `json` reporter writes */
export function readPlaywrightReport({ suites, errors = [] }) {
  const tests = suites.flatMap((suite) => testsOf(suite, ''))
  const having = (wanted) => tests.filter(({ status }) => status === wanted)
  return {
    passed: having('expected').length,
    failed: having('unexpected').length + errors.length,
    skipped: titlesOf(having('skipped')),
    flaky: titlesOf(having('flaky')),
  }
}

function testsOf({ title, specs = [], suites = [] }, before) {
  const here = before ? `${before} › ${title}` : title
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, projectName }) => ({ status, title: `${here} › ${spec.title} (${projectName})` })),
  )
  return [...own, ...suites.flatMap((suite) => testsOf(suite, here))]
}

const titlesOf = (tests) => tests.map(({ title }) => title)

/**
 * The closing lines of a run. The last is for machines: `N passed, M failed[, K skipped]`. In CI skipped and flaky tests fail.
 * @param {({ name: string, seconds: number } & Counts)[]} results
 */
export function summarise(results, { isCI = false, leftOut = [] } = {}) {
  const all = (kind) => results.flatMap((result) => result[kind])
  const counted = results.map((result) => ({ ...result, ...judge(result, isCI) }))
  const sum = (key) => counted.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  const consequence = isCI ? 'which fails in CI: ' : ''
  return {
    isGreen: total.failed === 0 && total.passed > 0,
    lines: [
      ...counted.map((result) => `${result.name.padEnd(28)} ${inWords(result)} in ${result.seconds} s`),
      ...all('skipped').map((title) => `skipped, ${consequence}${title}`),
      ...all('flaky').map((title) => `passed only when run again, ${consequence}${title}`),
      ...leftOut.map((what) => `left out: ${what}`),
      inWords(total),
    ],
  }
}

function judge({ passed, failed, skipped, flaky }, isCI) {
  return isCI
    ? { passed, failed: failed + skipped.length + flaky.length, skipped: 0 }
    : { passed: passed + flaky.length, failed, skipped: skipped.length }
}

const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
