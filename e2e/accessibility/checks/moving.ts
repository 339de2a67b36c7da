import { type Check, looking } from './in-page'

/** Types of listeners; `prepareTemplate` has the page keep those that it adds. */
const GESTURES = ['touchmove', 'pointermove', 'gesturestart', 'gesturechange', 'devicemotion', 'deviceorientation']

/** 2.5.1, 2.5.4: nothing waits for a gesture or a movement of the device. */
export const listeners: Check = async (page) => {
  const added = await page.evaluate((): string[] => Reflect.get(window, 'listenerTypes') ?? [])
  return GESTURES.filter((type) => added.includes(type)).map((type) => `the page listens to ${type}`)
}

/** 2.5.7: nothing needs dragging. */
export const dragging = looking(({ all, say }) => {
  const dragged = all('[draggable=true], input[type=range]')
  return dragged.map((it) => `${say(it)} needs dragging`)
})

/** 1.3.2: the order of the boxes is the order of the text; nothing is turned around by style. */
export const order = looking(({ all, say }) => {
  const reversed = all('main *, header *, footer *').filter((it) => {
    const { display, flexDirection, order: place, position } = getComputedStyle(it)
    const isFlex = display.endsWith('flex') && flexDirection.endsWith('reverse') && position !== 'fixed'
    return isFlex || (Number(place) !== 0 && !/^(OPTION|SUMMARY)$/.test(it.tagName))
  })
  const placed = all('main :is(ul, ol)').filter((list) => {
    const tops = [...list.children].map((it) => Math.round(it.getBoundingClientRect().top))
    return getComputedStyle(list).display === 'grid' && tops.some((top, index) => top < (tops[index - 1] ?? top) - 1)
  })
  return [...reversed, ...placed].map((it) => `${say(it)} is read in another order than it is shown`)
})

/** 1.3.3: no words lead by shape, size or place alone. */
export const sensory = looking(({ all, say, words }) => {
  const LED =
    /\b(the (red|green|blue|yellow|round|square) (button|link|box|icon)|(button|link|box|menu) (on|to) the (left|right)|button (below|above)\b)/i
  return all('p, li, label, legend')
    .filter((it) => LED.test(words(it)))
    .map((it) => `${say(it)} leads by what only eyes can find`)
})
