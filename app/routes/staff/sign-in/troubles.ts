/** What the script of the way in says when a form got no answer of ours. The page brings both as templates. */
export const troubles = {
  unreachable: 'We cannot reach the server. Check your connection and try again.',
  failed: 'Something went wrong on our side. Try again in a few minutes.',
}

export type WayInTrouble = keyof typeof troubles
