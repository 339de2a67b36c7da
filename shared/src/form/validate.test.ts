import { isEmail } from './validate'

it.each(['a@b.c', 'first.last@example.com', "o'neil+course@mail.example.co.uk", ' a@b.c ', 'ü@exämple.de'])(
  'R159, R161: accepts %p',
  (value) => expect(isEmail(value)).toBe(true),
)

it.each(['', ' ', 'a', 'a@b', 'a@.', '@b.c', 'a@b.', 'a b@c.d', 'a@b c.d', 'a@@b.c', 'a@b@c.d', 'a@b.c\nx@y.z'])(
  'R159: refuses %p',
  (value) => expect(isEmail(value)).toBe(false),
)

it('R159: answers at once for a very long text', () => {
  // Processor time does not depend on the machine's load.
  const before = process.cpuUsage()
  expect(isEmail(`a@${'.a'.repeat(50_000)}@`)).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})
