import { SITE_CONFIG_ID, type SiteConfig } from '@site/shared/site-config'
import { installTiming } from '@site/shared/testing/install-timing'

const registered = jest.fn<void, [{ name: string }[]]>()
jest.mock('@module-federation/enhanced/runtime', () => ({
  registerRemotes: (remotes: { name: string }[]) => registered(remotes),
}))

const entryOf = (name: string, version = '1.0.0') => ({ version, entry: `/assets/${name}/entry.e0.js`, integrity: 's' })
const blog = { path: '/blog', module: 'content/blog-page' }
const courses = { path: '/courses', module: 'catalog/courses-page' }
const page: Partial<SiteConfig> = {
  shellVersion: '1.0.0',
  apiBase: '/api',
  routes: [blog],
  remotes: { content: entryOf('content') },
  files: { shell: { 'home-page.js': 'a0' }, content: { 'blog-page.js': 'b0' } },
}
const all = {
  shellVersion: '1.0.0',
  routes: [blog, courses],
  remotes: { catalog: entryOf('catalog'), content: entryOf('content') },
  files: { ...page.files, catalog: { 'courses-page.js': 'c0' } },
}
const fetched = jest.fn()
const answer = (body: unknown, status = 200) => ({ status, json: async () => body })
let files: typeof import('./site-files')

const written = () => JSON.parse(document.getElementById(SITE_CONFIG_ID)?.textContent ?? '')

async function openPage(config: Partial<SiteConfig> = page): Promise<void> {
  document.head.innerHTML = ''
  document.body.innerHTML = `<script type="application/json" id="${SITE_CONFIG_ID}">${JSON.stringify(config)}</script>`
  jest.resetModules()
  files = await import('./site-files')
}

beforeEach(async () => {
  registered.mockReset()
  fetched.mockReset().mockResolvedValue(answer(all))
  Object.assign(globalThis, { fetch: fetched })
  installTiming({ composition: 7, files: '01234567' })
  await openPage()
})

it('P10: asks for nothing while a page shows what is near its address', async () => {
  expect(await files.findRoutes('/blog/3')).toEqual([blog])
  expect(fetched).not.toHaveBeenCalled()
  expect(files.knownFiles().remotes).toEqual(page.remotes)
})

it('finds other routes in the composition of the document, and asks once', async () => {
  const found = await Promise.all(['/courses', '/courses', '/%63ourses'].map(files.findRoutes))
  expect(found).toEqual([[courses], [courses], [blog, courses]])
  expect(fetched.mock.calls).toEqual([['/site/files.01234567.json', expect.anything()]])
  expect(files.knownFiles()).toEqual(all)
})

it('P2: registers what was not known, and tells all packages the names of their files; the body stays', async () => {
  const inBody = [...document.body.children]
  await files.learnFiles()
  expect(registered.mock.calls).toEqual([[[expect.objectContaining({ name: 'catalog' })]]])
  expect(written()).toEqual({ ...page, ...all })
  expect([...document.body.children]).toEqual(inBody)
})

it('finds nothing where the composition of the document is not kept any more', async () => {
  fetched.mockResolvedValue(answer('Not found', 404))
  expect(await files.findRoutes('/courses')).toBeUndefined()
  expect(written()).toEqual(page)
})

it('asks again after a failure, past what a browser may have cached of it', async () => {
  fetched.mockRejectedValueOnce(new TypeError('the network is down'))
  fetched.mockResolvedValueOnce({ status: 503, json: async () => JSON.parse('Out of service') })
  await expect(files.findRoutes('/courses')).rejects.toThrow('the network is down')
  await expect(files.findRoutes('/courses')).rejects.toThrow('JSON')
  expect(await files.findRoutes('/courses')).toEqual([courses])
  expect(fetched.mock.calls.map(([, { cache }]) => cache)).toEqual(['default', 'reload', 'reload'])
})

it('asks nothing for a document of its own, where other packages are not shown', async () => {
  await openPage({ ...page, isolated: true })
  expect(await files.findRoutes('/courses')).toBeUndefined()
  expect(fetched).not.toHaveBeenCalled()
})

describe('where the composition is kept from scripts', () => {
  beforeEach(() => installTiming({}))

  it('takes the files of what visitors get now, if the document could be of that', async () => {
    expect(await files.findRoutes('/courses')).toEqual([courses])
    expect(fetched.mock.calls[0]?.[0]).toBe('/site/files.json')
  })

  it.each([
    ['shell', { ...all, shellVersion: '1.0.1' }],
    ['release of its own package', { ...all, remotes: { ...all.remotes, content: entryOf('content', '1.0.1') } }],
  ])('mixes nothing with another %s', async (_what, others) => {
    fetched.mockResolvedValue(answer(others))
    expect(await files.findRoutes('/courses')).toBeUndefined()
    expect(registered).not.toHaveBeenCalled()
  })
})
