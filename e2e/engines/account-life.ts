import type { Buyer } from '../support/checkout'
import { button, fill, hydrated, isAt, link, type Step, seesText } from './visitor-steps'

/** The address within the site of the link in the latest message of a kind. */
export type ReadLink = (kind: string, email: string) => Promise<string>

const passwords = ['correct horse battery', 'another good one', 'the third password'] as const

/** What becomes of an account whose owner has bought as a guest, from its start to its end; written once for every engine. */
export function accountLife(site: string, buyer: Buyer, readLink: ReadLink): Step[] {
  const moved = `moved.${buyer.email}`
  const [first, second, third] = passwords
  return [
    [
      'an account is made (R115)',
      async (visitor) => {
        await visitor.open(`${site}/signup`)
        await hydrated(visitor)
        await fill(visitor, 'First Name', buyer.firstName)
        await fill(visitor, 'Last Name', buyer.lastName)
        await fill(visitor, 'Email', buyer.email)
        await fill(visitor, 'Password', first)
        await button(visitor, 'Create account', 'main')
        await link(visitor, `${buyer.firstName}’s account`, 'header')
        await seesText(visitor, 'Orders appear here once your email address is confirmed.')
      },
    ],
    [
      'its address is confirmed, and the guest’s order is there with its receipt (R195, R201, R203)',
      async (visitor) => {
        await visitor.open(site + (await readLink('account_confirm', buyer.email)))
        await hydrated(visitor)
        await button(visitor, 'Confirm', 'main')
        await seesText(visitor, 'Level 2 Food Safety & Hygiene')
        await visitor
          .find(
            (title: string) =>
              [...document.querySelectorAll<HTMLElement>('main a')].find((it) => it.innerText.includes(title)),
            'Level 2 Food Safety & Hygiene',
          )
          .then((found) => found.click())
        await seesText(visitor, 'VAT receipt R-')
        await link(visitor, 'Back to your account', 'main')
      },
    ],
    [
      'the name is changed (R194)',
      async (visitor) => {
        await button(visitor, 'Change name', 'main')
        await fill(visitor, 'Last Name', '-Lee')
        await button(visitor, 'Save name', 'main')
        await seesText(visitor, '-Lee')
        await visitor.find(
          (name: string) => [...document.querySelectorAll('main button')].find((it) => it.textContent?.trim() === name),
          'Change name',
        )
      },
    ],
    [
      'the address is changed when both have confirmed it (R197)',
      async (visitor) => {
        await button(visitor, 'Change email address', 'main')
        await fill(visitor, 'New Email', moved)
        await fill(visitor, 'Password', first)
        await button(visitor, 'Send the confirmations', 'main')
        await seesText(visitor, 'please confirm it from both addresses')
        for (const [kind, address] of [
          ['account_change_to', moved],
          ['account_change_from', buyer.email],
        ] as const) {
          await visitor.open(site + (await readLink(kind, address)))
          await hydrated(visitor)
          await button(visitor, 'Confirm', 'main')
          await seesText(visitor, kind === 'account_change_to' ? 'Confirmed.' : `is now ${moved}.`)
        }
      },
    ],
    [
      'the password is changed (R198)',
      async (visitor) => {
        await visitor.open(`${site}/account`)
        await hydrated(visitor)
        await button(visitor, 'Change password', 'main')
        await fill(visitor, 'Present Password', first)
        await fill(visitor, 'New Password', second)
        await button(visitor, 'Save password', 'main')
        await seesText(visitor, 'You are signed out everywhere else')
      },
    ],
    [
      'signed out and the password forgotten, a mailed link is the way back (R196, R199)',
      async (visitor) => {
        await button(visitor, 'Sign out here', 'main')
        await seesText(visitor, 'You are not signed in.')
        await visitor.open(`${site}/reset-password`)
        await hydrated(visitor)
        await fill(visitor, 'Email', moved)
        await button(visitor, 'Send the link', 'main')
        await seesText(visitor, 'Look into your mailbox')
        await visitor.open(site + (await readLink('account_reset', moved)))
        await hydrated(visitor)
        await fill(visitor, 'New Password', third)
        await button(visitor, 'Save password', 'main')
        await seesText(visitor, 'Your password is changed')
        await visitor.open(`${site}/login`)
        await hydrated(visitor)
        await fill(visitor, 'Email', moved)
        await fill(visitor, 'Password', third)
        await button(visitor, 'Sign in', 'main')
        await link(visitor, `${buyer.firstName}’s account`, 'header')
        await isAt(visitor, '/account')
      },
    ],
    [
      'the account is deleted (R200)',
      async (visitor) => {
        // Its orders come above the button: a hand on the way would press what is there no longer.
        await seesText(visitor, 'Level 2 Food Safety & Hygiene')
        await button(visitor, 'Delete account', 'main')
        await fill(visitor, 'Password', third)
        await button(visitor, 'Delete my account now', 'main')
        await seesText(visitor, 'Your account is deleted.')
      },
    ],
  ]
}
