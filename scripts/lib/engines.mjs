import { existsSync } from 'node:fs'

const firstOf = (files) => files.find((file) => existsSync(file))

/** Firefox and WebKit as Debian installs them, where they are: `apt-get install firefox-esr webkit2gtk-driver xvfb`. */
export function findEngines() {
  const firefox = firstOf(['/usr/bin/firefox-esr', '/usr/bin/firefox'])
  const driver = firstOf(['/usr/bin/WebKitWebDriver'])
  const folders = ['x86_64', 'aarch64'].flatMap((machine) =>
    ['4.1', '4.0'].map((version) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}`),
  )
  const browser = firstOf(folders.map((folder) => `${folder}/MiniBrowser`))
  const screen = firstOf(['/usr/bin/Xvfb'])
  return { firefox, webkit: driver && browser && screen ? { driver, browser, screen } : undefined }
}
