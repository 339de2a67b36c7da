import { breadcrumbs, fullOrganisation } from './structured-data'

it('numbers the way to a page from the home page on', () => {
  const trail = breadcrumbs({ name: 'Blog', path: '/blog' }, { name: 'A post', path: '/blog/1' })
  expect(trail.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: '/' },
    { '@type': 'ListItem', position: 2, name: 'Blog', item: '/blog' },
    { '@type': 'ListItem', position: 3, name: 'A post', item: '/blog/1' },
  ])
})

it('D-05, R17: presents the company as company.ts knows it, without networks whose address names nobody', () => {
  expect(fullOrganisation).toMatchObject({
    name: 'Safety Training Partners',
    legalName: 'Safety Training Partners Ltd',
    telephone: '+442079460123',
    address: { streetAddress: '1 Example Street', addressLocality: 'London', postalCode: 'EC1A 1AA' },
    sameAs: [],
  })
})
