import { smallHouse } from '../testing/small-house.mjs'
import { arrangePackages } from './arrange-packages.mjs'
import { DRAWING, findStaleDrawing } from './check-drawing.mjs'
import { drawHouse } from './draw-house.mjs'
import { graphOf } from './graph.mjs'
import { planRoutes, routeArrows } from './route-arrows.mjs'

const upper = { floors: [['model'], ['store', 'empty'], ['queries'], ['.']] }
const texts = {
  'ground/src/wall.ts': '',
  'upper/src/model/m.ts': '',
  'upper/src/store/s.ts': `import '../model/m'\nimport type { W } from '@site/ground/wall'`,
  'upper/src/queries/q.ts': `import '../store/s'\nimport '../model/m'\nimport '@site/ground/wall'`,
  'upper/src/main.ts': `import './queries/q'\nimport './model/m'`,
  'upper/src/main.test.ts': `import '@site/ground/wall'`,
  'scripts/a.mjs': '',
}

describe('what is drawn', () => {
  it('are packages in layers and floors with files, and what production code imports', () => {
    expect(graphOf(smallHouse(texts, { upper }))).toEqual({
      packages: [
        { name: '@site/ground', layer: 0, floors: [], folderEdges: [] },
        {
          name: '@site/upper',
          layer: 1,
          floors: [['model'], ['store'], ['queries'], ['.']],
          folderEdges: [
            { from: '.', to: 'model' },
            { from: '.', to: 'queries' },
            { from: 'queries', to: 'model' },
            { from: 'queries', to: 'store' },
            { from: 'store', to: 'model' },
          ],
        },
        { name: '@site/aside', layer: 0, floors: [], folderEdges: [] },
      ],
      edges: [{ from: '@site/upper', to: '@site/ground' }],
    })
  })

  it.each([
    ['a package above', 'ground/src/wall.ts', `import '@site/upper/main'`, '@site/ground may not import @site/upper'],
    ['a floor above', 'upper/src/model/m.ts', `import '../store/s'`, 'model may not import store, above it'],
  ])('is nothing while something imports %s', (_, path, text, problem) => {
    expect(() => drawHouse(smallHouse({ ...texts, [path]: text }, { upper }))).toThrow(problem)
  })

  it('is nothing while packages may import each other', () => {
    const mayImport = ['@site/a', '@site/b']
    const packages = ['a', 'b'].map((name) => ({ name: `@site/${name}`, folder: name, mayImport, manifest: {} }))
    expect(() => graphOf({ ...smallHouse({}), packages })).toThrow('these import each other: @site/a')
  })

  it('is neither a tool nor tests nor a template', () => {
    const tests = smallHouse(texts, { upper: { holds: 'tests' } })
    expect(graphOf(tests).packages.map(({ name }) => name)).toEqual(['@site/ground', '@site/aside'])
    const template = tests.packages.map(({ holds, ...one }) => one).filter(({ name }) => name === 'scripts')
    expect(graphOf({ ...tests, packages: template }).packages).toEqual([])
  })

  it('is all of it', () => {
    const drawing = drawHouse(smallHouse(texts, { upper }))
    for (const label of ['ground', 'upper', 'model', 'store', 'queries']) expect(drawing).toContain(`>${label}<`)
    expect(drawing).not.toContain('>empty<')
  })
})

describe('the kept drawing', () => {
  const house = smallHouse(texts, { upper })

  it('is of today’s imports', () => {
    const stale = [`${DRAWING} is of other imports: npm run borders -- --draw`]
    expect(findStaleDrawing(house, drawHouse(house))).toEqual([])
    expect(findStaleDrawing(house, undefined)).toEqual(stale)
    const again = { ...texts, 'upper/src/other.ts': `import './queries/q'` }
    expect(findStaleDrawing(smallHouse(again, { upper }), drawHouse(house))).toEqual([])
    const another = { ...texts, 'upper/src/other.ts': `import './store/s'` }
    expect(findStaleDrawing(smallHouse(another, { upper }), drawHouse(house))).toEqual(stale)
  })

  it('is not asked for while there can be none', () => {
    const upward = { ...texts, 'upper/src/model/m.ts': `import '../store/s'` }
    expect(findStaleDrawing(smallHouse(upward, { upper }), undefined)).toEqual([])
  })
})

describe('an arrow between packages', () => {
  const layers = { top: 3, twin: 3, middle: 2, low: 1, side: 1, ground: 0 }
  const packages = Object.entries(layers).map(([name, layer]) => ({ name, layer, floors: [], folderEdges: [] }))
  const edges = packages.flatMap((from) =>
    packages.filter(({ layer }) => layer < from.layer).map((to) => ({ from: from.name, to: to.name })),
  )
  const plan = planRoutes({ packages, edges })
  const { boxes } = arrangePackages({ packages }, { top: 0, lanes: plan.laneWidth, gapAbove: plan.gapAbove })
  const routes = routeArrows({ edges }, boxes, plan)

  it.each(routes.map((route) => [`${route.from} → ${route.to}`, route]))(
    'leads down without a slope: %s',
    (_, route) => {
      const from = boxes.find(({ name }) => name === route.from)
      const to = boxes.find(({ name }) => name === route.to)
      expect(route.points.at(0)[1]).toBe(from.y + from.height)
      expect(route.points.at(-1)[1]).toBe(to.y)
      expect(route.points.at(-1)[0]).toBeGreaterThan(to.x)
      expect(route.points.at(-1)[0]).toBeLessThan(to.x + to.width)
      for (const [index, [x, y]] of route.points.slice(1).entries()) {
        const [beforeX, beforeY] = route.points[index]
        expect(y).toBeGreaterThanOrEqual(beforeY)
        expect(x === beforeX || y === beforeY).toBe(true)
      }
    },
  )

  it('runs beside the boxes of the layers between, not over them', () => {
    const downward = routes.flatMap(({ points }) =>
      points.slice(1).map(([x, y], index) => ({ x, from: points[index][1], to: y })),
    )
    for (const { x, from, to } of downward.filter((line) => line.to > line.from)) {
      const crossed = boxes.filter((box) => x > box.x && x < box.x + box.width && from < box.y && to > box.y)
      expect(crossed).toEqual([])
    }
  })
})
