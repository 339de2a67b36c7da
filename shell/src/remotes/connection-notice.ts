import { announce } from '@site/shared/announce'

let isShown = false

export function showConnectionNotice(): void {
  if (isShown) return
  isShown = true
  announce('Part of this page is still being loaded. You can read on; buttons will work in a moment.')
}
