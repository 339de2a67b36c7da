/** @jest-environment node */
import { inlineParts } from './inline-parts'
import { STARTER } from './starter'

describe('inlineParts', () => {
  it('names the script of the head, the starter, and the one that React puts in for forms', async () => {
    const { scripts, formAction } = await inlineParts()
    expect(scripts).toHaveLength(3)
    expect(scripts[0]).toContain('createPolicy("default"')
    expect(scripts[1]).toBe(STARTER)
    expect(scripts[2]).toContain('addEventListener("submit"')
    expect(scripts[2]).toContain(JSON.stringify(formAction))
  })
})
