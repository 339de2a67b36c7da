import type { Page } from '@playwright/test'
import { expect, test } from '../support/test'

for (const path of ['/courses/citb-ssp', '/blog', '/blog/1']) {
  for (const width of [412, 1280]) {
    test(`P1: the largest paint of ${path}, ${width} px wide, is the picture that is asked for first`, async ({
      page,
    }) => {
      const pictures: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'image') pictures.push(new URL(request.url()).pathname)
      })
      await page.setViewportSize({ width, height: 823 })
      await page.goto(path)
      expect(pictures.length).toBeGreaterThan(1)
      await expect.poll(() => largestPicture(page)).toBe(pictures[0])
    })
  }
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
