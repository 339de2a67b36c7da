import { pageScripts } from './page-scripts'

const remote = { version: '1.0.0', entry: '/assets/catalog/remote-entry.e0.js', integrity: 'sha256-e0' }
const files = { catalog: { 'courses-page.css': 'c1', 'courses-page.js': 'a1', 'shared.js': 'b2' } }

describe('the scripts of a page', () => {
  it('follow from the names of its files', () => {
    const scripts = pageScripts({ remotes: { catalog: remote }, files }, 'catalog', 'courses-page')
    expect(scripts).toEqual(['/assets/catalog/courses-page.a1.js'])
  })

  it('are those that are named where they do not follow from them', () => {
    const named = ['/assets/catalog/shared.b2.js', '/assets/catalog/courses-page.a1.js']
    const remotes = { catalog: { ...remote, scripts: { './courses-page': named } } }
    expect(pageScripts({ remotes, files }, 'catalog', 'courses-page')).toEqual(named)
  })

  it('are none when nothing is known of them', () => {
    expect(pageScripts({ remotes: {} }, 'catalog', 'courses-page')).toEqual([])
  })
})
