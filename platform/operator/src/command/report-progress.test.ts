import { reportProgress } from './report-progress'

it('says how far the rendering is, not more often than a person wants to know', () => {
  const lines: string[] = []
  let time = 0
  const report = reportProgress(
    (line) => lines.push(line),
    () => time,
  )
  for (let done = 0; done <= 2_500; done += 1) {
    time += 10
    report({ done, of: 2_500, reused: 7_500 })
  }
  expect(lines).toEqual([
    '499 of 2,500 pages rendered, 7,500 stay as they were',
    '999 of 2,500 pages rendered, 7,500 stay as they were',
    '1,499 of 2,500 pages rendered, 7,500 stay as they were',
    '1,999 of 2,500 pages rendered, 7,500 stay as they were',
    '2,499 of 2,500 pages rendered, 7,500 stay as they were',
  ])
  time += 5_000
  report({ done: 3, of: 9, reused: 0 })
  expect(lines.at(-1)).toBe('3 of 9 pages rendered')
})
