import { reportProgress } from './command'

it('says how far the rendering is, not more often than a person wants to know', () => {
  const said: string[] = []
  let time = 0
  const report = reportProgress(
    (line) => said.push(line),
    () => time,
  )
  for (let done = 0; done <= 1_000; done += 1) {
    time += 10
    report({ done, of: 2_500, reused: 7_500 })
  }
  expect(said).toEqual([
    '499 of 2,500 pages rendered, 7,500 stay as they were',
    '999 of 2,500 pages rendered, 7,500 stay as they were',
  ])
  time += 5_000
  report({ done: 3, of: 9, reused: 0 })
  expect(said.at(-1)).toBe('3 of 9 pages rendered')
})
