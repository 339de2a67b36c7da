/** One finger and the plain wheel scroll the page around the frame. Inlined, as the starter is. */
export default function moveMap(width: number, height: number): void {
  const mostZoom = 6
  const step = 1.5

  const plan = document.getElementById('plan')
  const zoomIn = document.getElementById('zoom-in')
  const zoomOut = document.getElementById('zoom-out')
  if (!plan || !(zoomIn instanceof HTMLButtonElement) || !(zoomOut instanceof HTMLButtonElement)) return
  let zoom = 1
  let x = width / 2
  let y = height / 2

  const show = () => {
    const [w, h] = [width / zoom, height / zoom]
    x = Math.min(Math.max(x, w / 2), width - w / 2)
    y = Math.min(Math.max(y, h / 2), height - h / 2)
    plan.setAttribute('viewBox', `${x - w / 2} ${y - h / 2} ${w} ${h}`)
    zoomIn.disabled = zoom === mostZoom
    zoomOut.disabled = zoom === 1
  }
  const zoomBy = (factor: number) => {
    zoom = Math.min(Math.max(zoom * factor, 1), mostZoom)
    show()
  }
  /** CSS pixels. */
  const moveBy = (right: number, down: number) => {
    const scale = Math.max(plan.clientWidth / width, plan.clientHeight / height) * zoom
    x -= right / scale
    y -= down / scale
    show()
  }

  zoomIn.onclick = () => zoomBy(step)
  zoomOut.onclick = () => zoomBy(1 / step)

  const pixels = 60
  const keys: Record<string, () => void> = {
    '+': () => zoomBy(step),
    '=': () => zoomBy(step),
    '-': () => zoomBy(1 / step),
    ArrowLeft: () => moveBy(pixels, 0),
    ArrowRight: () => moveBy(-pixels, 0),
    ArrowUp: () => moveBy(0, pixels),
    ArrowDown: () => moveBy(0, -pixels),
  }
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return
    event.preventDefault()
    keys[event.key]?.()
  })

  // A trackpad's pinch.
  plan.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(Math.exp(-event.deltaY / 100))
    },
    { passive: false },
  )

  let dragged = 0
  plan.onpointerdown = ({ pointerType, pointerId }) => {
    dragged = 0
    if (pointerType === 'mouse') plan.setPointerCapture(pointerId)
  }
  plan.onpointermove = ({ pointerType, pointerId, movementX, movementY }) => {
    if (pointerType !== 'mouse' || !plan.hasPointerCapture(pointerId)) return
    dragged += Math.abs(movementX) + Math.abs(movementY)
    moveBy(movementX, movementY)
  }
  // In place of dragging (WCAG 2.5.7).
  plan.onclick = ({ clientX, clientY }) => {
    if (dragged < 4) moveBy(plan.clientWidth / 2 - clientX, plan.clientHeight / 2 - clientY)
  }

  let fingers: { x: number; y: number; apart: number } | undefined
  const read = ({ touches: [one, two] }: TouchEvent) =>
    one &&
    two && {
      x: (one.clientX + two.clientX) / 2,
      y: (one.clientY + two.clientY) / 2,
      apart: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
    }
  const follow = (event: TouchEvent) => {
    const before = fingers
    fingers = read(event)
    if (!fingers) return
    event.preventDefault()
    if (!before) return
    moveBy(fingers.x - before.x, fingers.y - before.y)
    zoomBy(fingers.apart / before.apart)
  }
  for (const type of ['touchstart', 'touchmove', 'touchend'] as const)
    plan.addEventListener(type, follow, { passive: false })
  show()
}
