import manifest from './release'

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
