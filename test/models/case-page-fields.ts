/** What the pages of cases load, field by field. */
export const casePageFields: Record<string, Record<string, string[]>> = {
  '/editor/cases': {
    '': [
      ...['query', 'cases', 'total', 'pages', 'pageSize', 'queues', 'cycles', 'disciplines', 'moves'],
      ...['now', 'mayExport'],
    ],
    'cases.*': [
      ...['reference', 'version', 'process', 'state', 'category', 'discipline', 'cycle', 'name'],
      ...['receivedAt', 'stateAt', 'dueAt', 'holdAt', 'sampleAt', 'assignedTo'],
    ],
    'queues.*': ['process', 'state', 'count', 'oldestAt'],
  },
  '/editor/cases/:reference': {
    '': ['role', 'ownId', 'case'],
    case: [
      ...['reference', 'title', 'process', 'version', 'name', 'state', 'publicState', 'waits', 'cycle'],
      ...['receivedAt', 'stateAt', 'dueAt', 'formVersion', 'isSample', 'isErased', 'hold', 'assignedTo'],
      ...[
        'personId',
        'recipientId',
        'isUnchanged',
        'isChangedSince',
        'parts',
        'moves',
        'notes',
        'payments',
        'unreached',
      ],
      ...['decision'],
      ...['conflicts', 'doubts', 'staff'],
    ],
    'case.staff.*': ['id', 'name'],
  },
  '/editor/cases/:reference/decision': {
    '': [
      'reference',
      'name',
      'version',
      'ownId',
      'needsRelease',
      'delayHours',
      'decision',
      'form',
      'vacancies',
    ],
  },
  '/editor/cases/:reference/print': { '': ['reference', 'name', 'societyName'] },
  '/editor/cases/:reference/rules': {
    '': ['reference', 'name', 'isOpen', 'rules', 'judgements'],
    rules: ['version', 'answers', 'facts'],
  },
  '/editor/cases/:reference/records': {
    '': ['reference', 'name', 'receivedAt', 'confirmations', 'correctable', 'history', 'letters'],
  },
}
