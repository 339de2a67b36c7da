import { imageSource } from './image-source'

const own = '/images/courses/5.svg'
const photo = 'https://photos.example.com/site.jpg'
const placeholder = '/images/courses/placeholder.svg'
const healthStock = '/images/categories/health.svg'
const defaultStock = '/images/categories/default.svg'

describe('imageSource', () => {
  it.each([
    ['R57: its own image first', own, 'health', [], own],
    ['R65: the placeholder for a failed image', own, 'health', [own], placeholder],
    ["R65: the category's picture when the placeholder fails too", own, 'health', [own, placeholder], healthStock],
    ['R65: the default picture without a category', own, undefined, [own, placeholder], defaultStock],
    ['D-18: nothing when all have failed', own, 'health', [own, placeholder, healthStock], undefined],
    ['R66: no placeholder for an image of the stock-photo host', photo, 'health', [photo], healthStock],
    [
      'R66: the same for an address without a scheme',
      '//photos.example.com/a.jpg',
      undefined,
      ['//photos.example.com/a.jpg'],
      defaultStock,
    ],
    [
      'D-18: no second try of a course image that is the placeholder',
      placeholder,
      'health',
      [placeholder],
      healthStock,
    ],
    [
      'D-18: no second try of a course image that is the stock picture',
      healthStock,
      'health',
      [healthStock],
      placeholder,
    ],
    ['R65: the placeholder for a course without an image', '', 'health', [], placeholder],
  ] as const)('%s', (_, src, category, failed, expected) => {
    expect(imageSource(src, category, failed)).toBe(expected)
  })

  it('D-18: ends for every start, however often images fail', () => {
    for (const src of [own, photo, placeholder, defaultStock, '']) {
      const failed: string[] = []
      for (let next = imageSource(src, undefined, failed); next; next = imageSource(src, undefined, failed)) {
        failed.push(next)
        expect(failed.length).toBeLessThanOrEqual(3)
      }
      expect(failed).not.toHaveLength(0)
    }
  })
})
