import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const COURSES = 'catalog/src/courses'

/**
 * What a team changes all day, by kind: the file, the place in it, what stands there at the n-th edit, and how an open page
 * shows that (`isShown` runs in the page).
 */
const kinds = {
  component: {
    file: `${COURSES}/course-card.tsx`,
    place: /View Details(?: \d+)?(?=\n)/,
    text: (count) => `View Details ${count}`,
    isShown: (count) => document.querySelector('main li a[aria-label]')?.textContent === `View Details ${count}`,
  },
  style: {
    file: `${COURSES}/course-card.module.css`,
    place: /\.title \{(?: scroll-margin-left: \d+px;)?/,
    text: (count) => `.title { scroll-margin-left: ${count}px;`,
    isShown: (count) => {
      const title = document.querySelector('main li h3')
      return title !== null && getComputedStyle(title).scrollMarginLeft === `${count}px`
    },
  },
  text: {
    file: `${COURSES}/get-started.tsx`,
    place: /Not sure which course you need\?(?: \d+)?/,
    text: (count) => `Not sure which course you need? ${count}`,
    isShown: (count) => document.getElementById('get-started')?.textContent.endsWith(`? ${count}`) ?? false,
  },
}

export const kindsOfEdit = Object.keys(kinds)

/** Saves the n-th edit of a kind. @returns what tells, in a page, that it is shown */
export async function saveEdit(tree, kind, count) {
  const { file, place, text, isShown } = kinds[kind]
  const target = path.join(tree, file)
  const source = await readFile(target, 'utf8')
  if (!place.test(source)) throw new Error(`${file} has no place for an edit: ${place}`)
  await writeFile(target, source.replace(place, text(count)))
  return isShown
}
