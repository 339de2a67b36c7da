import { addressLine, company } from './company'

it('D-05: puts the address on one line', () => {
  expect(addressLine).toBe('1 Example Street, London, EC1A 1AA, United Kingdom')
})

it('R17: names five social networks', () => {
  expect(company.socials).toHaveLength(5)
})

it('R39, D-05: writes the chat number and the telephone link in the international form', () => {
  expect(company.chatNumber).toMatch(/^44\d{10}$/)
  expect(company.phone.href).toBe(`tel:+${company.chatNumber}`)
  expect(company.phone.display.replaceAll(' ', '').slice(1)).toBe(company.chatNumber.slice(2))
})
