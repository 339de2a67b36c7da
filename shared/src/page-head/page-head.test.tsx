import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { PageHead, PublicUrl } from '.'

const about = (
  <PageHead title="About Us" description="Who we are & what we do" path="/about" image="/og/about.jpg" type="article" />
)
const cart = <PageHead title="Your cart" description="What you have chosen" path="/cart" noindex />
const unknown = <PageHead title="Not Found" description="There is no such page" />

const onSite = (page: ReactNode) => <PublicUrl value="https://shop.example">{page}</PublicUrl>

afterEach(() => {
  document.head.innerHTML = ''
})

function head(): string[] {
  return [...document.head.children].map((tag) =>
    [tag.localName, ...[...tag.attributes].map(({ value }) => value), tag.textContent].filter(Boolean).join(' '),
  )
}

const aboutHead = [
  'title About Us | Safety Training Partners',
  'meta description Who we are & what we do',
  'link canonical https://shop.example/about',
  'meta og:type article',
  'meta og:title About Us',
  'meta og:description Who we are & what we do',
  'meta og:url https://shop.example/about',
  'meta og:image https://shop.example/og/about.jpg',
  'meta og:image:alt About Us',
]

describe('PageHead', () => {
  it('describes a page to search engines and link previews, with whole addresses', () => {
    render(onSite(about))
    expect(head()).toEqual(aboutHead)
  })

  it('takes its tags away with the page, so that none is doubled or stale after a navigation', () => {
    const { rerender } = render(onSite(cart))
    expect(head()).toContain('meta robots noindex')
    rerender(onSite(<div>{about}</div>))
    expect(head()).toEqual(aboutHead)
  })

  it('D-21: gives an unknown page no address of its own', () => {
    render(onSite(unknown))
    expect(head().join()).not.toMatch(/canonical|og:url/)
    expect(head()).toContain('meta og:image https://shop.example/og/site.jpg')
  })

  it('takes over what the server has rendered and adds nothing to it', () => {
    document.head.innerHTML = renderToString(onSite(about))
    const before = [...document.head.children]
    const container = document.body.appendChild(document.createElement('div'))
    const { rerender } = render(onSite(about), { container, hydrate: true })
    expect([...document.head.children]).toEqual(before)
    act(() => rerender(onSite(<div>{cart}</div>)))
    expect(head().filter((tag) => /^title|canonical|og:url/.test(tag))).toEqual([
      'title Your cart | Safety Training Partners',
      'link canonical https://shop.example/cart',
      'meta og:url https://shop.example/cart',
    ])
  })
})
