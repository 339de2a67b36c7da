export const button = (name) => (page) => page.getByRole('button', { name }).first()
export const link = (name) => (page) => page.getByRole('link', { name }).first()
export const click = (find) => (page) => find(page).click()
export const hover = (find) => (page) => find(page).hover()
export const focus = (find) => async (page) => {
  // A key press makes the browser show the focus.
  await page.keyboard.press('Tab')
  await find(page).focus()
}
export const submit = (name) => click((page) => page.getByRole('main').getByRole('button', { name }).first())
/** React may show the errors a frame later. */
export const submitWrong = (name) => async (page) => {
  await submit(name)(page)
  await page.locator('[aria-invalid=true]').first().waitFor()
}

export const fillIn = async (page, texts) => {
  for (const [label, text] of Object.entries(texts)) {
    await page.getByRole('textbox', { name: label }).first().fill(text)
  }
}

export const sees = (text) => (page) => page.getByText(text).first().waitFor()

export const refusal = (status, code, message, data) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ success: false, code, message, ...(data && { data }) }),
})

export const granted = (body) => ({ contentType: 'application/json', body: JSON.stringify(body) })

export const customer = { firstName: 'Ada', lastName: 'Marsh', email: 'ada@example.com' }
