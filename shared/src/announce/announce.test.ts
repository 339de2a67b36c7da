import { ANNOUNCE_EVENT, announce } from './announce'

it('D-25: hands the message to whoever listens on the page', () => {
  const handleAnnounce = jest.fn()
  window.addEventListener(ANNOUNCE_EVENT, handleAnnounce)
  announce('Five places is the most')
  window.removeEventListener(ANNOUNCE_EVENT, handleAnnounce)
  expect(handleAnnounce.mock.calls[0]?.[0]).toMatchObject({ detail: 'Five places is the most' })
})
