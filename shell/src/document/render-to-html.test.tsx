/** @jest-environment node */
import { Suspense, use } from 'react'
import { MAP_SCRIPT } from '../map/map-script'
import { SCRIPT_POLICY } from './document'
import { inlineParts, renderToHtml } from './render-to-html'
import { STARTER } from './starter'

function Broken(): never {
  throw new Error('broken page')
}

function Late({ text }: { text: Promise<string> }) {
  return <p>{use(text)}</p>
}

describe('renderToHtml', () => {
  it('parts what React hoists from the content', async () => {
    const { head, body } = await renderToHtml(
      <main>
        <title>{'A & <B>'}</title>
        <meta name="description" content="a > b" />
        <p>text</p>
      </main>,
    )
    expect(head).toBe('<title>A &amp; &lt;B&gt;</title><meta name="description" content="a &gt; b"/>')
    expect(body).toBe('<main><p>text</p></main>')
  })

  it('waits for every boundary, however large, so that the page reads without scripts', async () => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, 10, 'x'.repeat(100_000)))
    const { body } = await renderToHtml(
      <Suspense fallback="loading">
        <Late text={late} />
      </Suspense>,
    )
    expect(body).toContain('xxx')
    expect(body).not.toContain('loading')
    expect(body).not.toContain('<script')
  })

  it('rejects when a component throws, even inside a boundary', async () => {
    await expect(
      renderToHtml(
        <Suspense fallback="loading">
          <Broken />
        </Suspense>,
      ),
    ).rejects.toThrow('broken page')
  })
})

/** @jest-environment node */
describe('inlineParts', () => {
  it('names the scripts of the start and the map, each with the policy, and the one that React puts in for forms', async () => {
    const { scripts, formAction } = await inlineParts()
    expect(scripts).toEqual([SCRIPT_POLICY + STARTER, SCRIPT_POLICY + MAP_SCRIPT, expect.any(String)])
    expect(scripts[2]).toContain('addEventListener("submit"')
    expect(scripts[2]).toContain(JSON.stringify(formAction))
  })
})
