import { getCompressed } from '../site/get.mjs'
import { compressed } from './twin.mjs'

export const LIMIT_PATH = '/limit-of-courses'

// Pictures beside the text are smaller than the text, so that the largest paint is the first one.
export const CSS = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#13222e}
main{max-width:72rem;margin:auto;padding:1rem}ul{display:grid;gap:1.5rem;padding:0;list-style:none;
grid-template-columns:repeat(auto-fill,minmax(18rem,1fr))}li{border:1px solid #d3dde0;padding:1rem}
img{float:right;width:6rem;height:auto}h3,p{margin:0 0 .5rem}`

/** The listing as one would write it by hand: the same texts and images, inline styles, no script. */
export async function makeLimitPage(origin, browser) {
  const { title, heading, cards } = await readListing(origin, browser)
  const { headers } = await getCompressed(`${origin}/courses`)
  const html = `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeText(title)}</title><style>${CSS}</style></head><body><main><h1>${escapeText(heading)}</h1><ul>${cards.map(renderCard).join('')}</ul></main></body></html>`
  // The site's policy allows the site's own styles only.
  const { 'content-security-policy': _, ...others } = headers
  return compressed(LIMIT_PATH, html, others)
}

export async function readListing(origin, browser) {
  const page = await browser.newPage()
  await page.goto(`${origin}/courses`)
  const listing = await page.evaluate(() => {
    const cards = [...document.querySelectorAll('main li')].filter(
      (it) => it.querySelector('h3') && it.querySelector('form'),
    )
    return {
      title: document.title,
      heading: document.querySelector('main h1').textContent,
      cards: cards.map((card) => ({
        image: card.querySelector('img').getAttribute('src'),
        isEager: card.querySelector('img').loading !== 'lazy',
        title: card.querySelector('h3').textContent,
        texts: [...card.querySelectorAll('p')].map((it) => it.textContent),
      })),
    }
  })
  await page.close()
  return listing
}

function renderCard({ image, isEager, title, texts }) {
  const paragraphs = texts.map((text) => `<p>${escapeText(text)}</p>`).join('')
  return `<li><img src="${image}" alt="" width="480" height="300"${isEager ? '' : ' loading="lazy"'}><h3>${escapeText(title)}</h3>${paragraphs}</li>`
}

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
