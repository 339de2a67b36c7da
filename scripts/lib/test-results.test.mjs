import { readJestReport, readPlaywrightReport, summarise } from './test-results.mjs'

const test = (status, fullName, invocations = 1) => ({ status, fullName, invocations })
const jestReport = {
  numRuntimeErrorTestSuites: 1,
  testResults: [
    { name: '/site/api/a.test.ts', assertionResults: [test('passed', 'a one'), test('failed', 'a two')] },
    {
      name: '/site/api/b.test.ts',
      assertionResults: [test('pending', 'b on a server'), test('todo', 'b later'), test('passed', 'b at last', 2)],
    },
    { name: '/site/api/c.test.ts', assertionResults: [] },
  ],
}
const spec = (title, ...statuses) => ({
  title,
  tests: statuses.map((status) => ({ status, projectName: 'desktop' })),
})
const playwrightReport = {
  errors: [],
  suites: [
    {
      title: 'pages/zoom.spec.ts',
      specs: [spec('one', 'expected'), spec('two', 'skipped')],
      suites: [{ title: 'at 400 %', specs: [spec('three', 'flaky'), spec('four', 'unexpected')] }],
    },
  ],
}
const result = { name: 'unit', seconds: 3, passed: 7, failed: 0, skipped: [], flaky: [] }

describe('reports of the runners', () => {
  it('names what jest skipped, put off, or passed only the second time, and counts a file that could not run', () => {
    expect(readJestReport(jestReport, '/site')).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['api/b.test.ts › b on a server', 'api/b.test.ts › b later'],
      flaky: ['api/b.test.ts › b at last'],
    })
  })

  it('names what Playwright skipped or passed only the second time, however deep it stands', () => {
    expect(readPlaywrightReport(playwrightReport)).toEqual({
      passed: 1,
      failed: 1,
      skipped: ['pages/zoom.spec.ts › two (desktop)'],
      flaky: ['pages/zoom.spec.ts › at 400 % › three (desktop)'],
    })
  })

  it('counts what fails outside of any test', () => {
    expect(readPlaywrightReport({ suites: [], errors: [{ message: 'No origin' }] }).failed).toBe(1)
  })
})

describe('the sum of a run', () => {
  it('is one line for machines at the end', () => {
    const { isGreen, lines } = summarise([result, { ...result, name: 'browser: load', passed: 2_993 }])
    expect(isGreen).toBe(true)
    expect(lines).toEqual([
      'unit                         7 passed, 0 failed in 3 s',
      'browser: load                2993 passed, 0 failed in 3 s',
      '3000 passed, 0 failed',
    ])
  })

  it('counts and names what was skipped, flaky or left out, and is green on a machine of ours', () => {
    const { isGreen, lines } = summarise([{ ...result, skipped: ['a', 'b'], flaky: ['c'] }], { leftOut: ['engines'] })
    expect(isGreen).toBe(true)
    expect(lines).toEqual([
      'unit                         8 passed, 0 failed, 2 skipped in 3 s',
      'skipped, a',
      'skipped, b',
      'passed only when run again, c',
      'left out: engines',
      '8 passed, 0 failed, 2 skipped',
    ])
  })

  it.each(['skipped', 'flaky'])('is red in CI for one that is %s, and says which', (kind) => {
    const { isGreen, lines } = summarise([{ ...result, [kind]: ['a'] }], { isCI: true })
    expect(isGreen).toBe(false)
    expect(lines.slice(1)).toEqual([expect.stringMatching(/, which fails in CI: a$/), '7 passed, 1 failed'])
  })

  it('is red when nothing has run', () => {
    expect(summarise([]).isGreen).toBe(false)
    expect(summarise([]).lines).toEqual(['0 passed, 0 failed'])
  })
})
