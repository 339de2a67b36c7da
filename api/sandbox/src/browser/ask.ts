import { adoptStyles } from './styles'

type Question<Choice extends string> = {
  title: string
  text: string
  choices: readonly { value: Choice; label: string }[]
  whenClosed: Choice
}

export function ask<Choice extends string>({ title, text, choices, whenClosed }: Question<Choice>): Promise<Choice> {
  adoptStyles()
  const dialog = Object.assign(document.createElement('dialog'), { className: 'fake-provider-dialog' })
  dialog.setAttribute('aria-label', title)
  const heading = Object.assign(document.createElement('h2'), { textContent: title })
  const paragraph = Object.assign(document.createElement('p'), { textContent: text })
  const form = Object.assign(document.createElement('form'), { method: 'dialog', className: 'fake-provider-choices' })
  for (const { value, label } of choices) {
    form.append(Object.assign(document.createElement('button'), { value, textContent: label }))
  }
  dialog.append(heading, paragraph, form)
  document.body.append(dialog)
  dialog.returnValue = whenClosed
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue as Choice)
    })
  })
}

export type FakeReply = { isOk: boolean; body: Record<string, unknown> }

export async function callFakeProvider(path: string, body?: object): Promise<FakeReply> {
  const response = await fetch(`/sandbox${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'sandbox' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { isOk: response.ok, body: Object(await response.json()) }
}
