/** @jest-environment node */
import type { SiteConfig } from '@site/shared/site-config'
import { Suspense, use } from 'react'
import type { PageModule } from './remotes/load-module'
import { type RenderInput, renderPage } from './server'
import { routes } from './testing/site'

const config: SiteConfig = {
  publicUrl: 'https://shop.example',
  shellVersion: '1.0.0',
  routes,
  menu: [
    ['Home', '/'],
    ['Courses', [['All Courses', '/courses']]],
  ],
  apiBase: '/api',
  sandbox: true,
  remotes: {},
  files: {},
}

function render(url: string, modules: RenderInput['modules'], blocks = {}) {
  return renderPage({
    url,
    modules,
    blocks,
    config,
    styles: [],
    startScripts: [],
    preloadScripts: [],
    integrity: {},
    noindex: false,
    structuredData: [],
  })
}

const blog: PageModule = { default: () => <h1>A post</h1> }

describe('renderPage', () => {
  it('needs no module but the one of its page', async () => {
    expect(await render('/blog/3', { 'content/blog-post-page': blog })).toContain('<h1>A post</h1>')
    expect(await render('/about', {})).toContain('data-boundary="shell"')
  })

  it('names the module that its page lacks', async () => {
    await expect(render('/cart', { 'content/blog-post-page': blog })).rejects.toThrow(
      'checkout/cart-page is not exposed by any live release',
    )
  })

  it('waits for every boundary, however large, and fails with what one throws', async () => {
    const renderPost = (text: Promise<string>) => {
      const Late = () => <p>{use(text)}</p>
      const Post = () => (
        <Suspense fallback="not yet">
          <Late />
        </Suspense>
      )
      return render('/blog/3', { 'content/blog-post-page': { default: Post } })
    }
    const text = 'x'.repeat(100_000)
    const html = await renderPost(new Promise((resolve) => setTimeout(resolve, 10, text)))
    expect(html).toContain(`<p>${text}</p>`)
    expect(html).not.toMatch(/not yet|<template/)
    await expect(renderPost(Promise.reject(new Error('no text')))).rejects.toThrow('no text')
  })

  it('takes a block over as another sandbox has rendered it, with the script of its form, and names it', async () => {
    const Popular = () => (
      <form action={() => {}}>
        <button type="submit">Add to Cart</button>
      </form>
    )
    const name = 'catalog/popular-courses'
    const modules = { [name]: { default: Popular } }
    const html = await renderPage({ url: '/', modules, config, block: { name, props: {} } })
    expect(html).toMatch(/^<form action="javascript:.*<\/form>$/)
    const home = await render('/', {}, { [name]: html })
    expect(home).toContain(`<!--$--><div data-boundary="catalog">${html}</div><!--/$-->`)
    expect(home.match(/React form unexpectedly submitted/g)).not.toBeNull()
    expect(home).toMatch(/<script>addEventListener\("submit"/)
    expect(home).toContain('From the blog')
  })
})
