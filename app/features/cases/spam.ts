import type { MoveRule } from './workflow.ts'

type SpamMove = 'close-as-spam' | 'close-confirmed-as-spam' | 'restore'

/** How a case is closed as spam and restored. We email nobody: the people that spam names had no part in it. */
export function spamMoves<State extends string>(
  confirmed: State[],
): Record<SpamMove, MoveRule<State | 'submitted' | 'spam'>> {
  return {
    'close-as-spam': {
      label: 'Close as spam',
      from: ['submitted'],
      to: 'spam',
      by: ['editor', 'admin'],
      bulk: true,
      silent: true,
    },
    // People took part in it, so one editor alone must not be able to remove it.
    'close-confirmed-as-spam': {
      label: 'Close as spam, although confirmed',
      from: confirmed,
      to: 'spam',
      by: ['admin'],
      silent: true,
      asks: [
        {
          kind: 'words',
          name: 'spamReason',
          label: 'Why it is spam',
          hint: 'Only staff can see it.',
          maxLength: 1000,
        },
      ],
    },
    restore: {
      label: 'Not spam: restore',
      from: ['spam'],
      to: 'submitted',
      by: ['editor', 'admin'],
      undoes: ['close-as-spam', 'close-confirmed-as-spam'],
      bulk: true,
    },
  }
}

/** Long enough to notice that a case was closed as spam by mistake; its contents are mostly about strangers. */
export const spamDays = 30
