import { looking } from './in-page'

/** 3.3.2, 1.3.1: labels are visible outside of fields; required fields are marked. */
export const labels = looking(({ all, say, words, isShown, nameOf }) => {
  const FIELD = 'input:not([type=hidden], [type=submit], [type=button]), select, textarea'
  const isSearch = (it: HTMLElement) =>
    it.closest('search, [role=search]') !== null || it.getAttribute('type') === 'search'
  return all<HTMLInputElement>(FIELD).flatMap((it) => {
    const shown = [...(it.labels ?? [])].filter((label) => isShown(label) && words(label))
    const by = (it.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => document.getElementById(id))
    const legend = words(it.closest('fieldset, [role=group]')?.querySelector('legend, p, span, div')).toLowerCase()
    const inGroup = legend.includes(nameOf(it).toLowerCase()) && nameOf(it) !== ''
    const isLabelled = inGroup || shown.length > 0 || by.some((label) => label && isShown(label))
    const named = shown.map(words).join(' ')
    const isRequired = it.required || it.getAttribute('aria-required') === 'true'
    const form = it.closest('form')
    const says =
      /\*|required/i.test(named) || /all fields|every field|everything is required/i.test(words(form?.parentElement))
    const optional = form && /optional/i.test(words(form))
    const group = it.closest('fieldset, [role=radiogroup], [role=group]')
    const isGrouped = group !== null && (group.querySelector('legend') !== null || nameOf(group) !== '')
    const isOneOf = it.type === 'radio' && it.name !== ''
    return [
      ...(isOneOf && !isGrouped ? [`the choice ${say(it)} belongs to no group`] : []),
      ...(/\*$/.test(named) && !isRequired ? [`the field "${named}" is required for the eye alone`] : []),
      ...(isLabelled || isSearch(it) ? [] : [`the field ${say(it)} has no label that is to be seen`]),
      ...(isRequired &&
      isLabelled &&
      it.type !== 'radio' &&
      !says &&
      !optional &&
      (form?.querySelectorAll(FIELD).length ?? 0) > 2
        ? [`the field "${named}" does not say that it must be filled in`]
        : []),
    ]
  })
})

/** 1.3.5, 3.3.8: personal fields have their autocomplete token; passwords can be filled in and pasted. */
export const purposes = looking(({ all, nameOf }) => {
  const EXPECTED: [RegExp, RegExp][] = [
    [/^(first|given) name/i, /given-name/],
    [/^(last|family) name|^surname/i, /family-name/],
    [/^e-?mail/i, /email|username/],
    [/^(phone|telephone|mobile)/i, /tel/],
    [/^company/i, /organization/],
    [/^(current )?password/i, /password/],
    [/^new password/i, /new-password/],
  ]
  return all<HTMLInputElement>('input:not([type=hidden], [type=radio], [type=checkbox])').flatMap((it) => {
    const name = nameOf(it)
    const expected = EXPECTED.find(([label]) => label.test(name))?.[1]
    const token = it.getAttribute('autocomplete') ?? ''
    const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true })
    const mayPaste = it.dispatchEvent(paste)
    return [
      ...(expected && !expected.test(token) ? [`the field "${name}" has autocomplete "${token}"`] : []),
      ...(/password/i.test(name) && it.type !== 'password' && it.type !== 'text'
        ? [`"${name}" is no password field`]
        : []),
      ...(/captcha|characters (of|in|you see)|what is \d/i.test(name) ? [`"${name}" is a riddle`] : []),
      ...(mayPaste ? [] : [`nothing can be pasted into "${name}"`]),
      ...(it.type === 'email' || !/^e-?mail/i.test(name) ? [] : [`the field "${name}" is of the type ${it.type}`]),
    ]
  })
})

/** 3.3.1, 3.3.3: a field refers to the words of its error. */
export const errors = looking(({ all, say, referred, words, isShown }) => {
  const FIELD = 'input:not([type=hidden]), select, textarea'
  const wrong = all(FIELD).filter((it) => it.getAttribute('aria-invalid') === 'true')
  const silent = wrong.filter((it) => {
    const said = `${referred(it, 'aria-describedby')} ${referred(it, 'aria-errormessage')}`.trim()
    return !/\p{L}{3,} .*\p{L}{2,}/u.test(said)
  })
  const shownErrors = all('[id$=error]').filter((it) => words(it) && isShown(it))
  const loose = shownErrors.filter((it) => {
    const field = document.querySelector(`[aria-describedby~="${it.id}"], [aria-errormessage~="${it.id}"]`)
    return field?.getAttribute('aria-invalid') !== 'true'
  })
  return [
    ...silent.map((it) => `the field ${say(it)} is wrong and no text beside it says why`),
    ...loose.map((it) => `the error ${say(it)} belongs to no field that is marked as wrong`),
  ]
})

/** 2.5.3: a control's name contains the words it shows. */
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

/** 3.3.7: a form asks for nothing twice. */
export const askedOnce = looking(({ all, groups, nameOf }) => {
  const asked = all<HTMLInputElement>('main input:not([type=hidden], [type=radio], [type=checkbox], [type=password])')
  const tokens = groups(
    asked,
    (it) => `${it.form?.getAttribute('aria-labelledby') ?? it.form?.id ?? ''} ${it.autocomplete || nameOf(it)}`,
  )
  return tokens
    .filter(([, many]) => many.length > 1 && !['', 'on', 'off'].includes(many[0]?.autocomplete ?? ''))
    .map(([, many]) => `"${nameOf(many[0] as Element)}" is asked for more than once`)
})
