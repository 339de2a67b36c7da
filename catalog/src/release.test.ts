import manifest from './release'
import { listingData, safetyPlusData } from './structured-data'

describe('the release of catalog', () => {
  it('D-19: allows both prices of the two courses the Safety Plus page sells', () => {
    const prices = new Map(manifest.data.courses.map(({ id, prices }) => [id, prices]))
    expect([1, 2, 17, 27].map((id) => prices.get(id))).toEqual([[99], [399, 395], [199, 299], [150]])
    expect(prices.size).toBe(27)
  })

  it('R61: tells the server the title, prices and duration of every course', () => {
    expect(manifest.data.courses).toHaveLength(27)
    expect(manifest.data.courses[1]).toEqual({
      id: 2,
      title: 'CITB Site Supervisor Safety Training Scheme',
      prices: [399, 395],
      duration: '2 Days',
    })
  })

  it('R53: renders the listing ahead for each category', () => {
    expect(manifest.pages.find(({ path }) => path === '/courses')).toMatchObject({
      variants: {
        parameter: 'category',
        values: ['construction', 'health', 'food', 'mentalhealth', 'paediatric', 'online', 'management'],
      },
    })
  })
})

describe('the listing for search engines', () => {
  it('R53: names the courses of one category at its own address', () => {
    expect(listingData('paediatric')).toMatchObject([
      { itemListElement: [{}, {}, { name: 'Paediatric First Aid', item: '/courses?category=paediatric' }] },
      { numberOfItems: 1, itemListElement: [{ item: { url: '/courses?category=paediatric#course-27' } }] },
    ])
  })

  it('R64: describes each course, and leaves its price to the page', () => {
    const [, list] = listingData()
    expect(list).toMatchObject({ itemListElement: { length: 27 } })
    expect(list?.itemListElement).toContainEqual({
      '@type': 'ListItem',
      position: 13,
      item: {
        '@type': 'Course',
        url: '/courses#course-13',
        name: 'COSHH Awareness',
        description: expect.stringContaining('exposure'),
        provider: expect.objectContaining({ name: expect.any(String) }),
      },
    })
  })
})

it('R69, R70: the Safety Plus page tells search engines its own prices and sizes', () => {
  expect(safetyPlusData()).toMatchObject([
    { '@type': 'BreadcrumbList' },
    {
      '@type': 'Course',
      url: '/courses/citb-ssp#course-17',
      offers: { price: 299 },
      hasCourseInstance: { courseMode: 'Online', courseWorkload: 'P1D', maximumAttendeeCapacity: 20 },
    },
    {
      '@type': 'Course',
      url: '/courses/citb-ssp#course-2',
      offers: { price: 395 },
      hasCourseInstance: { courseMode: 'Onsite', courseWorkload: 'P2D', maximumAttendeeCapacity: 16 },
    },
  ])
})
