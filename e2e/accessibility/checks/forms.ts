import { looking } from './in-page'

/** 3.3.2, 1.3.1: labels are visible outside of fields; required fields are marked. */
export const labels = looking(({ all, say, words, isShown, nameOf }) => {
  const FIELD = 'input:not([type=hidden], [type=submit], [type=button]), select, textarea'
  return all<HTMLInputElement>(FIELD).flatMap((it) => {
    const by = (it.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => document.getElementById(id))
    const shown = [...(it.labels ?? []), ...by].filter((label) => label && isShown(label) && words(label))
    const named = shown.map(words).join(' ')
    const group = it.closest('fieldset, [role=radiogroup], [role=group]')
    const legend = words(group?.querySelector('legend, p, span, div')).toLowerCase()
    const isInGroup = nameOf(it) !== '' && legend.includes(nameOf(it).toLowerCase())
    const isLabelled = named !== '' || isInGroup || it.closest('search, [role=search]') || it.type === 'search'
    const isRequired = it.required || it.getAttribute('aria-required') === 'true'
    const form = it.closest('form')
    const isLong = (form?.querySelectorAll(FIELD).length ?? 0) > 2
    const isSaid = /\*|required/i.test(named) || /optional|all fields|every field/i.test(words(form?.parentElement))
    const isAlone = it.type === 'radio' && it.name !== '' && !(group && nameOf(group))
    return [
      ...(isAlone ? [`the choice ${say(it)} belongs to no group`] : []),
      ...(isLabelled ? [] : [`the field ${say(it)} has no label that is to be seen`]),
      ...(/\*$/.test(named) && !isRequired ? [`the field "${named}" is required for the eye alone`] : []),
      ...(isRequired && isLong && it.type !== 'radio' && named && !isSaid
        ? [`the field "${named}" does not say that it must be filled in`]
        : []),
    ]
  })
})

/** 1.3.5, 3.3.8: personal fields have their autocomplete token and type; nothing is a riddle, and all can be pasted. */
export const purposes = looking(({ all, nameOf }) => {
  const EXPECTED: [label: RegExp, token: RegExp, type?: RegExp][] = [
    [/^(first|given) name/i, /given-name/],
    [/^(last|family) name|^surname/i, /family-name/],
    [/^e-?mail/i, /email|username/, /email/],
    [/^(phone|telephone|mobile)/i, /tel/],
    [/^company/i, /organization/],
    [/^new password/i, /new-password/, /password|text/],
    [/^(\w+ )?password/i, /password/, /password|text/],
  ]
  return all<HTMLInputElement>('input:not([type=hidden], [type=radio], [type=checkbox])').flatMap((it) => {
    const name = nameOf(it)
    const [, token = /(?:)/, type = /(?:)/] = EXPECTED.find(([label]) => label.test(name)) ?? []
    const mayPaste = it.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true }))
    const isRiddle = /captcha|characters (of|in|you see)|what is \d/i.test(name)
    // 1.3.5 is about visitors' own data.
    const isOfOthers = it.autocomplete === 'off' && it.closest('fieldset') !== null
    const isRight = (isOfOthers || token.test(it.getAttribute('autocomplete') ?? '')) && type.test(it.type)
    return [
      ...(isRight ? [] : [`the field "${name}" has autocomplete "${it.autocomplete}" and the type ${it.type}`]),
      ...(isRiddle ? [`"${name}" is a riddle`] : []),
      ...(mayPaste ? [] : [`nothing can be pasted into "${name}"`]),
    ]
  })
})

/** 3.3.1, 3.3.3: a field refers to the words of its error. */
export const errors = looking(({ all, say, referred, words }) => {
  const wrong = all('input:not([type=hidden]), select, textarea').filter((it) => it.ariaInvalid === 'true')
  const silent = wrong.filter((it) => {
    const said = `${referred(it, 'aria-describedby')} ${referred(it, 'aria-errormessage')}`
    return !/\p{L}{3,} .*\p{L}{2,}/u.test(said)
  })
  const loose = all('[id$=error]').filter((it) => {
    const field = document.querySelector(`[aria-describedby~="${it.id}"], [aria-errormessage~="${it.id}"]`)
    return words(it) && field?.ariaInvalid !== 'true'
  })
  return [
    ...silent.map((it) => `the field ${say(it)} is wrong and no text beside it says why`),
    ...loose.map((it) => `the error ${say(it)} belongs to no field that is marked as wrong`),
  ]
})

/** 3.3.7: a form asks for nothing twice. */
export const askedOnce = looking(({ all }) => {
  const asked = new Set<string>()
  return all<HTMLInputElement>('main form input[autocomplete]:not([type=password])').flatMap((it) => {
    const token = `${it.autocomplete} of ${it.form?.getAttribute('aria-labelledby') ?? it.form?.id}`
    const isRepeated = asked.has(token) && !['', 'on', 'off'].includes(it.autocomplete)
    asked.add(token)
    return isRepeated ? [`"${token}" is asked for more than once`] : []
  })
})
