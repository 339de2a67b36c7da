import { renderPage } from '../render-page'
import { Curve, niceCeiling, pathOf } from './curve'

describe('a curve', () => {
  const point = (minute: number, canary: number | undefined, stable: number) => ({
    at: `2026-11-22T06:0${minute}:00Z`,
    canary,
    stable,
  })

  it('shows canary beside stable, with its values in a table for whoever cannot see it', () => {
    const points = [point(0, undefined, 0.1), point(1, 2, 0.1), point(2, 4, 0.2)]
    const html = renderPage(<Curve figure={{ name: 'Pages that failed', unit: '%', points }} />)
    expect(html).toContain('canary 4%')
    expect(html).toContain('<title')
    expect(html.match(/<tr>/g)).toHaveLength(4)
    expect(html).toContain('>06:00</text>')
  })

  // Five empty grids stood on the page of a canary that nobody had met yet.
  it('says so when nothing was measured', () => {
    const html = renderPage(
      <Curve figure={{ name: 'LCP', unit: 'ms', points: [{ ...point(0, undefined, 0), stable: undefined }] }} />,
    )
    expect(html).toContain('Nothing was measured yet.')
    expect(html).not.toContain('<svg')
  })

  it('shows a value that has none beside it as a point', () => {
    const points = [point(0, 3, 1), point(1, undefined, 1), point(2, undefined, 1)]
    expect(renderPage(<Curve figure={{ name: 'LCP', unit: 'ms', points }} />).match(/<circle/g)).toHaveLength(1)
  })

  it('is broken where nothing was measured', () => {
    expect(
      pathOf(
        [1, 2, undefined, 3],
        (index) => index,
        (value) => value,
      ),
    ).toBe('M0.0 1.0 L1.0 2.0 M3.0 3.0')
  })

  it.each([
    [0, 1],
    [0.3, 0.5],
    [1, 1],
    [4, 5],
    [6, 10],
    [1_200, 2_000],
  ])('has an axis for %s that ends at %s', (value, ceiling) => {
    expect(niceCeiling(value)).toBeCloseTo(ceiling)
  })
})
