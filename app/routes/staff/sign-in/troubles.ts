/** What the sign-in script says when we could not answer a form. Both are templates in the page. */
export const troubles = {
  unreachable: 'We cannot reach the server. Check your connection and try again.',
  failed: 'Something went wrong on our side. Try again in a few minutes.',
}

export type SignInTrouble = keyof typeof troubles
