import { rewriteDocument } from './rewrite.mjs'

const local = {
  name: 'catalog',
  remote: { version: 'development', entry: '/assets/catalog/remote-entry.22222222.js', integrity: '' },
  files: { 'courses-page.js': '22222222' },
  styles: [
    { href: '/assets/catalog/courses-page.22222222.css', text: '.new{}' },
    { href: '/assets/catalog/safety-plus-page.22222222.css', text: '.other{}' },
  ],
}
const config = {
  shellVersion: '1.0.0',
  remotes: { catalog: { version: '1.0.0', entry: '/assets/catalog/remote-entry.11111111.js', integrity: 'sha256-a' } },
  files: { shell: { 'main.js': '11111111' }, catalog: { 'courses-page.js': '11111111' } },
}
const scripts = {
  start: [{ src: '/assets/shell/main.11111111.js' }],
  preload: [{ href: '/assets/catalog/courses-page.11111111.js' }, { href: '/assets/shell/late.11111111.js' }],
}
const documentOf = (said) =>
  `<html><head><style data-href="/assets/catalog/courses-page.11111111.css">.old{}</style></head><body><!--$--><main></main><!--/$-->` +
  `<script type="application/json" id="site-config">${JSON.stringify(said)}</script>` +
  `<script type="application/json" id="site-scripts">${JSON.stringify(scripts)}</script></body></html>`
const jsonOf = (html, id) => JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(html)[1])

it('runs the package as it was built here in a document of another site, and renders its page anew', () => {
  const html = rewriteDocument(documentOf(config), local)
  expect(jsonOf(html, 'site-config')).toEqual({
    ...config,
    remotes: { catalog: local.remote },
    files: { shell: config.files.shell, catalog: local.files },
  })
  expect(jsonOf(html, 'site-scripts').preload).toEqual([{ href: '/assets/shell/late.11111111.js' }])
  expect(html).toContain('.old{}</style><style data-href="/assets/catalog/courses-page.22222222.css">.new{}</style>')
  expect(html).toContain('<!--$!--><template></template><main>')
  expect(html).not.toContain('.other{}')
})

it('keeps what another package has rendered, and a document that loads no package', () => {
  expect(rewriteDocument(documentOf({ ...config, remotes: {}, files: {} }), local)).toContain('<!--$--><main>')
  const isolated = documentOf({ ...config, remotes: {}, isolated: true })
  expect(rewriteDocument(isolated, local)).toBe(isolated)
})

// The checkout's own isolated pages stayed those of the site.
it('runs the package in its own document that loads no other', () => {
  const html = rewriteDocument(documentOf({ ...config, isolated: true }), local)
  expect(jsonOf(html, 'site-config').remotes).toEqual({ catalog: local.remote })
  expect(html).toContain('/dev/page.js')
})
