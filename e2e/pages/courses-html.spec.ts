import { courses } from '../support/courses'
import { readableText, textsOf } from '../support/html'
import { expect, test } from '../support/test'

test('R61: the HTML of the listing has all 27 courses with their prices, before any script', async ({ request }) => {
  const html = await (await request.get('/courses')).text()
  expect(textsOf(html, 'h3').filter((title) => courses.some((course) => course.title === title))).toEqual(
    courses.map(({ title }) => title),
  )
  expect(textsOf(html, 'h2')).toContain('Available Courses')
  expect(readableText(html)).toContain('27 courses found')
  const cards = html.split('<h3').map((card) => readableText(`<body><h3${card}`))
  for (const { title, price } of courses) {
    const card = cards.find((text) => text.trim().startsWith(title))
    expect(card?.match(/£\d[\d,]*\.\d\d/)?.[0], title).toBe(`£${price}.00`)
  }
})

const counts = { construction: 9, health: 7, food: 3, mentalhealth: 2, paediatric: 1, online: 3, management: 2 }
for (const [category, count] of Object.entries(counts)) {
  test(`R53: the HTML of ?category=${category} has its ${count} courses alone`, async ({ request }) => {
    const html = await (await request.get(`/courses?category=${category}&type=food&utm_source=test`)).text()
    expect(readableText(html)).toContain(`${count} courses found`)
    const expected = courses.filter((course) => course.category === category).map(({ title }) => title)
    expect(expected).toHaveLength(count)
    expect(textsOf(html, 'h3').filter((title) => courses.some((course) => course.title === title))).toEqual(expected)
  })
}

test('R53: any other category shows all courses', async ({ request }) => {
  for (const category of ['', 'nonsense', 'FOOD', '__proto__']) {
    const html = await (await request.get(`/courses?category=${category}`)).text()
    expect(readableText(html), category).toContain('27 courses found')
  }
})
