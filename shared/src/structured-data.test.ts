import { fullOrganisation } from './structured-data'

it('D-05, R17: presents the company as company.ts knows it, without networks whose address names nobody', () => {
  expect(fullOrganisation).toMatchObject({
    name: 'Safety Training Partners',
    legalName: 'Safety Training Partners Ltd',
    telephone: '+442079460123',
    address: { streetAddress: '1 Example Street', addressLocality: 'London', postalCode: 'EC1A 1AA' },
    sameAs: [],
  })
})
