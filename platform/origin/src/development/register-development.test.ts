import { collectBuilds } from './register-development'

const file = '/assets/catalog/catalog.a1.hot-update.json'
const update = { package: 'catalog', hash: 'b2', files: { [file]: '{"c":[]}' }, styles: [] }

describe('what the program that builds has said', () => {
  it('is kept for pages that open later: the latest update and what is wrong', () => {
    const builds = collectBuilds()
    expect(builds.greeting()).toEqual({ problems: [] })
    builds.take({ update })
    builds.take({ problems: [{ title: 'Does not compile' }] })
    expect(builds.greeting()).toEqual({
      problems: [{ title: 'Does not compile' }],
      update: { package: 'catalog', hash: 'b2', styles: [] },
    })
  })

  it('holds the files by which pages update themselves, and of those the latest', () => {
    const builds = collectBuilds()
    expect(builds.take({ update })).not.toHaveProperty('update.files')
    expect(builds.file(file)).toBe('{"c":[]}')
    expect(builds.file('/assets/catalog/other.js')).toBeUndefined()
    for (let count = 0; count < 500; count += 1) builds.take({ update: { files: { [`/${count}`]: '' } } })
    expect(builds.file(file)).toBeUndefined()
    expect(builds.file('/499')).toBe('')
  })

  it('says which of the builds are live, and nothing of releases that others have made', () => {
    const builds = collectBuilds()
    const built = { package: 'catalog', version: '1.0.0-dev.h1', hash: 'b2', isForServer: false }
    expect(builds.take({ built })).toEqual({})
    const releases = { catalog: { version: '1.0.0-dev.h1' }, shell: { version: '1.0.0' } }
    expect(builds.liveBuilds(releases)).toEqual([built])
    expect(builds.liveBuilds({ catalog: { version: '1.0.0' } })).toEqual([])
  })

  it.each([undefined, null, 'text', {}, { problems: 'none' }])('is nothing where it is nothing: %p', (message) => {
    expect(collectBuilds().take(message)).toEqual({})
  })
})
