import manifest from './release'
import { listingData, safetyPlusData } from './structured-data'

it('D-19, R61: tells the server the title, duration and price of every course, and both prices and titles of two', () => {
  const prices = new Map(manifest.data.courses.map(({ id, prices }) => [id, prices]))
  expect([1, 2, 17, 27].map((id) => prices.get(id))).toEqual([[99], [399, 395], [199, 299], [150]])
  expect(manifest.data.courses).toHaveLength(27)
  expect(manifest.data.courses[1]).toEqual({
    id: 2,
    title: 'CITB Site Supervisor Safety Training Scheme',
    titles: ['CITB Site Supervisor Safety Training Scheme', 'Site Supervisor Safety Training Scheme (SSSTS)'],
    prices: [399, 395],
    duration: '2 Days',
  })
})

it('R53, R64: search engines get the courses of a category at its own address, without prices', () => {
  const path = '/courses?category=paediatric'
  expect(listingData('paediatric')).toMatchObject([
    { itemListElement: [{}, {}, { name: 'Paediatric First Aid', item: path }] },
    { numberOfItems: 1 },
  ])
  expect(listingData('paediatric')[1]?.itemListElement).toEqual([
    {
      '@type': 'ListItem',
      position: 1,
      item: {
        '@type': 'Course',
        url: `${path}#course-27`,
        name: 'Paediatric First Aid 2-Day',
        description: expect.stringMatching(/\.$/),
        provider: expect.objectContaining({ name: expect.any(String) }),
      },
    },
  ])
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
