import { AsyncLocalStorage, PassThrough } from './node-modules'

describe('PassThrough while pages are rendered', () => {
  it('passes on text and bytes, whole characters at a time, and then ends once', async () => {
    const seen: unknown[] = []
    const stream = new PassThrough()
    for (const event of ['data', 'end', 'close']) stream.on(event, (...values) => seen.push([event, ...values]))
    const bytes = new TextEncoder().encode('€')
    stream.write('text')
    stream.write(bytes.subarray(0, 1))
    stream.write(bytes.subarray(1))
    stream.end('last').end()
    expect(seen).toEqual([
      ['data', 'text'],
      ['data', '€'],
      ['data', 'last'],
    ])
    await Promise.resolve()
    expect(seen.slice(3)).toEqual([['end'], ['close']])
  })

  it('forgets listeners', () => {
    const seen: unknown[] = []
    const listener = (value: unknown) => seen.push(value)
    const stream = new PassThrough().once('data', listener).on('error', listener)
    stream.write('once')
    stream.write('twice')
    stream.destroy('broken')
    stream.removeListener('error', listener).destroy('again')
    expect(seen).toEqual(['once', 'broken'])
  })
})

describe('AsyncLocalStorage while pages are rendered', () => {
  it('keeps a value while the function runs, nested and when it throws', () => {
    const storage = new AsyncLocalStorage<string>()
    const seen: unknown[] = []
    storage.run(
      'outer',
      (added) => {
        expect(() =>
          storage.run('inner', () => {
            throw new Error(`${storage.getStore()} ${added}`)
          }),
        ).toThrow('inner added')
        seen.push(storage.getStore())
      },
      'added',
    )
    expect([...seen, storage.getStore()]).toEqual(['outer', undefined])
  })
})
