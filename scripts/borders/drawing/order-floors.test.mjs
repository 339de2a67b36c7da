import { orderFloors } from './order-floors.mjs'
import { settleRow } from './settle-row.mjs'

const edge = (from, to) => ({ from, to })

describe('the folders of a package', () => {
  it('stand in the order that lets no arrows cross, where there is one', () => {
    const floors = [
      ['a', 'b', 'c'],
      ['x', 'y', 'z'],
    ]
    const { rows } = orderFloors({ floors, folderEdges: [edge('x', 'c'), edge('y', 'b'), edge('z', 'a')] })
    const [upper, lower] = rows.map((row) => row.map(({ id }) => id).join(''))
    expect(['xyz cba', 'zyx abc']).toContain(`${upper} ${lower}`)
  })

  it('leave one passage for all arrows over a floor to the same folder', () => {
    const floors = [['low'], ['middle'], ['upper', 'other']]
    const { rows, links } = orderFloors({ floors, folderEdges: [edge('upper', 'low'), edge('other', 'low')] })
    expect(rows[1].filter(({ folder }) => !folder)).toHaveLength(1)
    expect(links).toHaveLength(3)
  })
})

describe('a row', () => {
  const place = { gap: 10, from: 0, to: 100 }
  const node = (wish, weight = 1) => ({ width: 20, wish, weight })

  it('has each where it wants to be, if there is room', () => {
    expect(settleRow([node(20), node(70)], place)).toEqual([20, 70])
  })

  it('keeps their order and distance around the mean of their wishes', () => {
    expect(settleRow([node(50), node(50)], place)).toEqual([35, 65])
    expect(settleRow([node(60), node(40)], place)).toEqual([35, 65])
  })

  it('moves what weighs more less', () => {
    expect(settleRow([node(50, 2), node(50)], place)).toEqual([40, 70])
  })

  it('stays within its place', () => {
    expect(settleRow([node(0), node(0)], place)).toEqual([10, 40])
    expect(settleRow([node(200)], place)).toEqual([90])
  })
})
