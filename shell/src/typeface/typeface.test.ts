import { bringTypeface } from './bring-typeface'
import { CACHED_TYPEFACE, TYPEFACE } from './cached-typeface'
import { font } from './font'

const isUsed = () => document.documentElement.classList.contains(TYPEFACE)
const fonts = { add: jest.fn() }
let isOnline = true
let made: { source: string; display?: string | undefined }[] = []

class Face {
  status = 'unloaded'
  constructor(_family: string, source: string, { display }: FontFaceDescriptors) {
    made.push({ source, display })
  }
  async load() {
    if (!isOnline) throw new Error('offline')
    this.status = 'loaded'
    return this
  }
}

/** As the browser runs it in the head. */
const runHead = () => new Function(CACHED_TYPEFACE)()

beforeEach(() => {
  localStorage.clear()
  document.documentElement.className = ''
  fonts.add.mockReset()
  made = []
  isOnline = true
  Object.assign(document, { fonts })
  Object.assign(window, { FontFace: Face })
})

it('is not there on the first visit: nothing is asked for before the page is alive', () => {
  runHead()
  expect(made).toEqual([])
  expect(isUsed()).toBe(false)
})

it('is fetched once the page is alive, and leaves that page as it is', async () => {
  await bringTypeface()
  expect(made).toEqual([{ source: `url(${font.file})` }])
  expect(fonts.add).not.toHaveBeenCalled()
  expect(isUsed()).toBe(false)
})

it('is used from the first paint by a browser that has it, unless it takes long, and is not fetched again', async () => {
  await bringTypeface()
  made = []
  runHead()
  expect(made).toEqual([{ source: `url(${font.file})`, display: 'optional' }])
  expect(isUsed()).toBe(true)
  await bringTypeface()
  expect(made).toHaveLength(1)
})

it('stays away when another file has taken its place', () => {
  localStorage.setItem(TYPEFACE, '/fonts/of-an-earlier-release.woff2')
  runHead()
  expect(isUsed()).toBe(false)
})

it('stays away from a visitor who is offline or saves data', async () => {
  isOnline = false
  await bringTypeface()
  isOnline = true
  Object.assign(navigator, { connection: { saveData: true } })
  await bringTypeface()
  Reflect.deleteProperty(navigator, 'connection')
  expect(localStorage.getItem(TYPEFACE)).toBeNull()
})

it('breaks nothing where storage is forbidden', async () => {
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(runHead).not.toThrow()
  await expect(bringTypeface()).resolves.toBeUndefined()
  jest.restoreAllMocks()
})
