/** Why an answer behind a mailed link is not taken. */

export const linkExpired = {
  form: 'This link has expired or was already used. Open the link in our newest email.',
}

const changed = {
  form: 'The form changed while you were reading it. Open the link again to read the current version.',
}

const detailsMissing = { form: 'Fill in your details first. You agree at the end of that form.' }

export const refusals = { 'not-found': linkExpired, changed, 'details-missing': detailsMissing }

export function statusOf(reason: keyof typeof refusals): 409 | 410 {
  return reason === 'not-found' ? 410 : 409
}
