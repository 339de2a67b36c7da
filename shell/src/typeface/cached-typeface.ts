import { font } from './font'

/** Where a browser that has the typeface notes its file, and the class that uses it. */
export const TYPEFACE = 'typeface'

/**
 * Runs in the head, before anything is painted: a browser that has the typeface uses it from the first
 * paint. All others paint with an installed one and never change what has been painted.
 */
export const CACHED_TYPEFACE = `try{if(localStorage.getItem("${TYPEFACE}")==="${font.file}"){document.fonts.add(new FontFace("${font.family}","url(${font.file})",{weight:"${font.weight}",display:"optional"}));document.documentElement.classList.add("${TYPEFACE}")}}catch{}`
