import type { Release } from '@platform/release/manifest/release'
import { describeCourses, describeFiles } from './plan-rendering'

const digest = (letter: string) => letter.repeat(64)
const catalog = {
  kind: 'remote',
  package: 'catalog',
  version: '1.2.0',
  entry: 'remote-entry.eeeeeeee.js',
  pages: [],
  exposes: ['./courses-page', './other-page', './both-page'],
  modules: {
    '.': { scripts: ['remote-entry.eeeeeeee.js'], styles: [] },
    './courses-page': { scripts: ['courses-page.aaaaaaaa.js'], styles: ['courses-page.cccccccc.css'] },
    './other-page': { scripts: ['shared.bbbbbbbb.js'], styles: [] },
    './both-page': { scripts: ['both-page.dddddddd.js', 'shared.bbbbbbbb.js'], styles: [] },
  },
  files: Object.fromEntries(
    ['remote-entry.e.js', 'courses-page.a.js', 'courses-page.c.css', 'shared.b.js', 'both-page.d.js'].map((name) => [
      `client/${name.replace(/\.(\w)\./, (_, letter: string) => `.${letter.repeat(8)}.`)}`,
      { sha256: digest(/\.(\w)\./.exec(name)?.[1] ?? ''), bytes: 1 },
    ]),
  ),
} as unknown as Release
const shell = {
  ...{ kind: 'host', package: 'shell', version: '3.0.0', modules: {}, files: {}, exposes: [], pages: [] },
} as unknown as Release

describe('where the files of packages are', () => {
  it('names the scripts of a module only where they do not follow from the names of the files', () => {
    const { remotes, files } = describeFiles([shell, catalog])
    const names = { 'both-page.js': 'd', 'courses-page.css': 'c', 'courses-page.js': 'a', 'shared.js': 'b' }
    expect(files?.catalog).toEqual(
      Object.fromEntries(Object.entries(names).map(([name, letter]) => [name, letter.repeat(8)])),
    )
    expect(remotes.catalog?.scripts).toEqual({
      './other-page': ['/assets/catalog/shared.bbbbbbbb.js'],
      './both-page': ['/assets/catalog/both-page.dddddddd.js', '/assets/catalog/shared.bbbbbbbb.js'],
    })
  })

  it('names the courses that the composition sells', () => {
    const courses = [3, 1, 28, 2].map((id) => ({ id, title: 'Manual Handling', prices: [179] }))
    expect(describeCourses([shell, { ...catalog, data: { courses } }])).toBe('1-3,28')
  })
})
