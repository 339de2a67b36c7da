import { looking } from './in-page'

/** 1.2.1 to 1.2.5, 1.4.2: a film is silent decoration or has captions and a description; sound has its text beside it. */
export const media = looking(({ say, words }) => {
  const films = [...document.querySelectorAll('video')]
  const isDecoration = (it: HTMLVideoElement) => it.muted && !it.controls && it.closest('[aria-hidden=true]') !== null
  const shown = films.filter((it) => !isDecoration(it))
  const has = (it: Element, kind: string) => it.querySelector(`track[kind=${kind}][src]`) !== null
  const sounds = [...document.querySelectorAll('audio')]
  return [
    ...shown.filter((it) => !has(it, 'captions')).map((it) => `the film ${say(it)} has no captions`),
    ...shown.filter((it) => !has(it, 'descriptions')).map((it) => `the film ${say(it)} has no audio description`),
    ...sounds
      .filter((it) => !/transcript/i.test(words(it.parentElement)))
      .map((it) => `the sound ${say(it)} has no transcript beside it`),
    ...[...films, ...sounds]
      .filter((it) => it.autoplay && !it.muted && !it.controls)
      .map((it) => `${say(it)} sounds by itself and cannot be stopped`),
  ]
})

/** 2.3.1: nothing larger than a small part of the view flashes more than three times in a second. */
export const flashes = looking(({ say }) => {
  const LEAST_MS = 333
  const SMALL_PX = 21_824
  return document.getAnimations().flatMap(({ effect, playState }) => {
    const { duration, iterations = 1 } = effect?.getTiming() ?? {}
    const target = (effect as KeyframeEffect | null)?.target
    if (!target || playState !== 'running' || Number(duration) >= LEAST_MS || iterations < 3) return []
    const { width, height } = target.getBoundingClientRect()
    return width * height > SMALL_PX ? [`${say(target)} flashes`] : []
  })
})

/** 3.3.4: before money moves, all that is ordered and what it costs stands on the same page, with a way back. */
export const review = looking(({ all, words }) => {
  const pay = all('button').find((it) => /^Pay £/.test(words(it)))
  if (!pay) return []
  const amount = words(pay).replace('Pay ', '')
  const summary = all('main section, main aside').find((it) => /^Order Summary/.test(words(it)))
  return [
    ...(summary ? [] : ['what is ordered does not stand beside the button that pays']),
    ...(!summary || words(summary).includes(amount) ? [] : [`the summary does not say the ${amount} that is paid`]),
    ...(all('main a[href="/cart"]').length > 0 ? [] : ['nothing leads back to what is ordered']),
  ]
})
