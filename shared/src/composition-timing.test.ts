import { compositionHere, formatTiming, readTiming } from './composition-timing'
import { installTiming } from './testing/install-timing'

/** Server Timing, section 4. */
function receive(header: string): void {
  const serverTiming = header.split(',').map((metric) => {
    const [name, description] = metric.split(';desc=')
    return { name, description }
  })
  Object.assign(performance, { getEntriesByType: () => [{ serverTiming }] })
}

it('is read as it was said', () => {
  receive(formatTiming({ composition: 41, files: '01234567' }))
  expect([compositionHere(), readTiming('files')]).toEqual([41, '01234567'])
  receive(`cdn-cache;desc=HIT,${formatTiming({ composition: 7 })}`)
  expect([compositionHere(), readTiming('files')]).toEqual([7, undefined])
})

it('is nothing where a browser or a proxy keeps it from scripts', () => {
  installTiming({})
  expect([compositionHere(), readTiming('files')]).toEqual([undefined, undefined])
  for (const entries of [[{}], []]) {
    Object.assign(performance, { getEntriesByType: () => entries })
    expect(compositionHere()).toBeUndefined()
  }
})
