import { adoptStyles } from './styles'

export type Question<Choice extends string> = {
  title: string
  text: string
  choices: readonly { value: Choice; label: string }[]
  whenClosed: Choice
}

export function ask<Choice extends string>({ title, text, choices, whenClosed }: Question<Choice>): Promise<Choice> {
  adoptStyles()
  const dialog = document.createElement('dialog')
  dialog.className = 'fake-provider-dialog'
  dialog.setAttribute('aria-label', title)
  const heading = document.createElement('h2')
  heading.textContent = title
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  const buttons = document.createElement('div')
  buttons.className = 'fake-provider-choices'
  dialog.append(heading, paragraph, buttons)

  return new Promise((resolve) => {
    let chosen = whenClosed
    for (const { value, label } of choices) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      button.addEventListener('click', () => {
        chosen = value
        dialog.close()
      })
      buttons.append(button)
    }
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(chosen)
    })
    document.body.append(dialog)
    dialog.showModal()
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
