import { type Check, looking } from './in-page'

const NAMED = new Set(
  'button link textbox searchbox combobox checkbox radio dialog alertdialog switch slider spinbutton tab listbox'.split(
    ' ',
  ),
)

/** 2.5.8: targets of 24 px, or so far apart that circles of 24 px do not meet. Links within a sentence are excepted. */
export const targets = looking(({ all, say, words }) => {
  const LEAST = 24
  const boxOf = (it: Element) => it.getBoundingClientRect()
  const inSentence = (it: Element) => {
    const around = it.parentElement
    return getComputedStyle(it).display === 'inline' && words(around).length > words(it).length + 3
  }
  // What floats over the page is scrolled past.
  const floats = (it: Element) => {
    for (let up: Element | null = it; up; up = up.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(up).position)) return true
    return false
  }
  const shown = all('a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]')
  const targets = shown.map((it) => ({ it, box: boxOf(it.closest('label') ?? it) }))
  const small = targets.filter(
    ({ it, box }) => (box.width < LEAST - 0.5 || box.height < LEAST - 0.5) && !inSentence(it),
  )
  return small
    .filter(({ it, box }) => {
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      return targets.some((other) => {
        if (other.it === it || other.it.contains(it) || it.contains(other.it)) return false
        if (floats(it) !== floats(other.it)) return false
        const dx = Math.max(other.box.left - x, 0, x - other.box.right)
        const dy = Math.max(other.box.top - y, 0, y - other.box.bottom)
        return Math.hypot(dx, dy) < LEAST / 2
      })
    })
    .map(({ it, box }) => `${say(it)} is ${Math.round(box.width)} × ${Math.round(box.height)} px and next to another`)
})

/** 2.5.3: whoever speaks the words on a control reaches it. */
export const labelInName = looking(({ all, say, nameOf }) => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return all('a[href], button, [role=button], summary')
    .filter((it) => it.hasAttribute('aria-label') || it.hasAttribute('aria-labelledby'))
    .filter((it) => {
      const copy = it.cloneNode(true) as HTMLElement
      for (const part of copy.querySelectorAll('[aria-hidden=true], svg')) part.remove()
      const shown = plain(copy.textContent ?? '')
      return shown.length > 1 && !plain(nameOf(it)).includes(shown)
    })
    .map((it) => `the name of ${say(it)} does not hold the words it shows`)
})

/** 4.1.2: each control has a name in the tree that assistive technology is given. */
export const names: Check = async (page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && NAMED.has(String(role?.value)))
    .filter(({ name }) => !String(name?.value ?? '').trim())
    .map(({ role }) => `a ${role?.value} has no name for assistive technology`)
}

/** 4.1.2, 1.3.1: what looks and acts like a control, a list or a table is one for assistive technology too. */
export const roles = looking(({ all, say, words }) => {
  const emptied = all('ul, ol, dl, table, h1, h2, h3, h4, nav, main, button, a[href], input, select, form')
    .filter((it) => ['presentation', 'none', 'generic'].includes(it.getAttribute('role') ?? ''))
    .map((it) => `${say(it)} has lost its role`)
  const states = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected'].flatMap((state) =>
    all(`[${state}]`)
      .filter((it) => !['true', 'false', 'mixed'].includes(it.getAttribute(state) ?? ''))
      .map((it) => `${say(it)} has the state ${state}="${it.getAttribute(state)}"`),
  )
  const lost = ['aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-errormessage'].flatMap((reference) =>
    all(`[${reference}]`)
      .filter((it) => reference !== 'aria-controls' || it.getAttribute('aria-expanded') === 'true')
      .filter((it) => (it.getAttribute(reference) ?? '').split(/\s+/).some((id) => id && !document.getElementById(id)))
      .map((it) => `${say(it)} refers by ${reference} to nothing`),
  )
  const popups = all('button, [role=button], a')
    .filter((it) => it.hasAttribute('aria-haspopup') && it.getAttribute('aria-haspopup') === 'false')
    .map((it) => `${say(it)} hides that it opens something`)
  const dots = all('p, main div')
    .filter((it) => it.childElementCount === 0 && /^[•·‣▪*–-]\s/.test(words(it)))
    .map((it) => `${say(it)} is a point of a list that is none`)
  const headless = all('table')
    .filter((it) => !it.querySelector('th'))
    .map((it) => `the table ${say(it)} has no heads`)
  return [...emptied, ...states, ...lost, ...popups, ...dots, ...headless]
})
