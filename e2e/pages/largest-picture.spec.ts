import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

type Picture = { path: string; priority: string }

for (const path of ['/courses/citb-ssp', '/blog', '/blog/1']) {
  for (const width of [412, 1280]) {
    test(`P1: the largest paint of ${path}, ${width} px wide, is the picture that is asked for first`, async ({
      page,
    }) => {
      const pictures = await watchPictures(page)
      await page.setViewportSize({ width, height: 823 })
      await page.goto(path)
      expect(pictures.length).toBeGreaterThan(1)
      await expect.poll(() => largestPicture(page)).toBe(pictures[0]?.path)
      expect(pictures.filter(({ priority }) => priority === 'High')).toEqual([pictures[0]])
    })
  }
}

/** The pictures of a page in the order they are asked for, with the priority that the browser gives them then. */
async function watchPictures(page: Page): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Network.requestWillBeSent', ({ type, request }) => {
    if (type === 'Image') pictures.push({ path: new URL(request.url).pathname, priority: request.initialPriority })
  })
  await devtools.send('Network.enable')
  return pictures
}

/** Path of the largest paint; undefined where that is a text. */
function largestPicture(page: Page): Promise<string | undefined> {
  return page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const { url } = list.getEntries().at(-1) as PerformanceEntry & { url?: string }
          resolve(url ? new URL(url).pathname : undefined)
        })
        observer.observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}
