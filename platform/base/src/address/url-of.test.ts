import { urlOf } from './url-of'

const OFTEN = 20_000

it('reads an address with letters beyond ASCII however often it was asked', () => {
  // `URL.canParse` rejected a valid address after about 2,000 calls.
  for (let time = 0; time < OFTEN; time += 1) urlOf('https://a.example/b')
  expect(urlOf('https://evil.example/ü')?.host).toBe('evil.example')
  expect(urlOf('//evil.example/ü', 'https://a.example/')?.host).toBe('evil.example')
})

it.each(['', 'no address', 'https://a b/'])('is nothing for "%s"', (address) => {
  expect(urlOf(address)).toBeUndefined()
})
