// `node scripts/artwork/hero-video.mjs`: draws the home page's background loop and writes
// shell/public/media/{hero.webm,hero.mp4,hero-poster.webp}. Needs ffmpeg with libvpx-vp9, libx264 and libwebp.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumFlags, findChromium } from '../lib/chromium.mjs'
import { root } from '../lib/packages.mjs'
import { run } from '../lib/run.mjs'
import { height, width } from './hero/drawing.mjs'
import { sceneAt } from './hero/scene.mjs'

const SECONDS = 8
const FRAMES_PER_SECOND = 25
/** The moment that stands for the whole: the hoist half way up. */
const POSTER_AT = 0.22

const { chromium } = createRequire(path.join(root, 'e2e/package.json'))('@playwright/test')
const media = path.join(root, 'shell/public/media')
const work = await mkdtemp(path.join(tmpdir(), 'hero-'))
const lossless = path.join(work, 'frames.mkv')
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
try {
  await mkdir(media, { recursive: true })
  const page = await browser.newPage({ viewport: { width, height } })
  const frames = Array.from(
    { length: SECONDS * FRAMES_PER_SECOND },
    (_, index) => index / (SECONDS * FRAMES_PER_SECOND),
  )
  await record(page, frames, lossless)
  const poster = path.join(work, 'poster.png')
  await draw(page, POSTER_AT, { path: poster })
  await encode(lossless, poster)
} finally {
  await browser.close()
  await rm(work, { recursive: true, force: true })
}

async function draw(page, time, options) {
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${sceneAt(time)}`)
  return page.screenshot(options)
}

async function record(page, times, file) {
  const input = ['-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-i', '-']
  const encoder = spawn('ffmpeg', ['-v', 'error', '-y', ...input, '-c:v', 'ffv1', file], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = new Promise((resolve, reject) => {
    encoder.on('error', reject)
    encoder.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))))
  })
  for (const time of times) encoder.stdin.write(await draw(page, time, { type: 'png' }))
  encoder.stdin.end()
  await ended
}

async function encode(video, poster) {
  const convert = (...args) => run('ffmpeg', ['-v', 'error', '-y', ...args])
  const target = (name) => path.join(media, name)
  // Converted and labelled alike, or the petrol of the video differs from that of the page.
  const colour = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const still = ['-an', '-vf', 'scale=out_color_matrix=bt709:out_range=tv,format=yuv420p', ...colour]
  const vp9 = ['-c:v', 'libvpx-vp9', '-crf', '40', '-b:v', '0', '-g', '250', '-row-mt', '1', '-deadline', 'good']
  const h264 = ['-c:v', 'libx264', '-crf', '28', '-preset', 'veryslow', '-tune', 'animation', '-movflags', '+faststart']
  await convert('-i', video, ...still, ...vp9, target('hero.webm'))
  await convert('-i', video, ...still, ...h264, target('hero.mp4'))
  await convert('-i', poster, '-c:v', 'libwebp', '-quality', '72', '-preset', 'drawing', target('hero-poster.webp'))
}
