import { findTwins } from './file-names.mjs'
import { smallHouse } from './testing/small-house.mjs'

const fileNames = { within: 'upper/', exemptNames: ['app.ts'], exemptFolders: ['upper/src/commands'] }
const offencesOf = (...paths) =>
  findTwins(smallHouse(Object.fromEntries(paths.map((path) => [path, ''])), { fileNames }))

describe('a file name', () => {
  it('stands once within the folder', () => {
    expect(offencesOf('upper/src/a/status.ts', 'upper/src/b/status.ts', 'upper/src/b/other.ts')).toEqual([
      'status.ts stands 2 times in upper/: upper/src/a/status.ts, upper/src/b/status.ts',
    ])
  })

  it.each([
    ['outside of it', 'ground/src/status.ts', 'upper/src/status.ts'],
    ['in a test', 'upper/src/a/status.test.ts', 'upper/src/b/status.test.ts'],
    ['in what is made for tests', 'upper/src/a/status.ts', 'upper/src/testing/status.ts'],
    ['among styles', 'upper/src/a/page.css', 'upper/src/b/page.css'],
    ['where a tool looks for it', 'upper/jest.config.cjs', 'upper/aside/jest.config.cjs'],
    ['where its name is exempt', 'upper/src/app.ts', 'upper/aside/src/app.ts'],
    ['where its folder is exempt', 'upper/src/a/status.ts', 'upper/src/commands/status.ts'],
  ])('may stand again %s', (_, ...paths) => {
    expect(offencesOf(...paths)).toEqual([])
  })
})
