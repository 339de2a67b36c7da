import { pageScripts, withoutOwnScripts } from './page-scripts'

const remote = { version: '1.0.0', entry: '/assets/catalog/remote-entry.e0.js', integrity: 'sha256-e0' }
const own = { './courses-page': ['/assets/catalog/courses-page.a1.js'] }
const files = { catalog: { 'courses-page.css': 'c1', 'courses-page.js': 'a1', 'shared.js': 'b2' } }

describe('the scripts of a page', () => {
  it('are not said twice, and found all the same', () => {
    const config = { remotes: { catalog: { ...remote, scripts: own } }, files }
    const sent = withoutOwnScripts(config)
    expect(sent).toEqual({ remotes: { catalog: remote }, files })
    expect(pageScripts(sent, 'catalog', 'courses-page')).toEqual(own['./courses-page'])
  })

  it.each([
    ['it has two', ['/assets/catalog/shared.b2.js', '/assets/catalog/courses-page.a1.js']],
    ['it bears another name', ['/assets/catalog/shared.b2.js']],
  ])('are said where they do not follow from the names of the files: %s', (_why, scripts) => {
    const config = { remotes: { catalog: { ...remote, scripts: { './courses-page': scripts } } }, files }
    const sent = withoutOwnScripts(config)
    expect(sent).toEqual(config)
    expect(pageScripts(sent, 'catalog', 'courses-page')).toEqual(scripts)
  })

  it('are none when nothing is known of them', () => {
    expect(pageScripts({ remotes: {} }, 'catalog', 'courses-page')).toEqual([])
  })
})
