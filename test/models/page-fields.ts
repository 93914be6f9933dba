import { personFields } from '#features/people/person-fields.ts'
import { settingsOf } from '#features/settings/pages.ts'
import { casePageFields } from './case-page-fields.ts'
import { sitePageFields } from './site-page-fields.ts'

/** What each page of the staff area sends, by name; `*` stands for every entry of a list. */
const person = ['email', 'emailVerified', 'id', 'name', 'phone', 'requestedRole', 'role', 'state']
const staffLine = [...person, 'createdAt', 'hasFactor', 'lastSeenAt']
const auditLine = ['at', 'changes', 'reason', 'sentence', 'seq']
const libraryFile = [
  'addedAt',
  'alt',
  'bytes',
  'caption',
  'credit',
  'height',
  'id',
  'isRemoved',
  'isSample',
  'mediaType',
  'takenOn',
  'name',
  'pages',
  'thumb',
  'width',
]
const rulebookVersion = ['id', 'note', 'number', 'publishedAt']
const ruleLine = ['check', 'clause', 'examples', 'id', 'stage', 'words']
const ruleView = [
  ...['check', 'clause', 'examples', 'facts', 'from', 'grades', 'id', 'inputs', 'isSample', 'revision'],
  ...['stage', 'to', 'words'],
]
const certificateLine = [
  ...['code', 'id', 'issuedAt', 'kind', 'name', 'number', 'rank', 'revokedAt', 'revokedBecause', 'status'],
]
const deskLine = ['id', 'kind', 'publishAt', 'title', 'updatedAt']
const deskLines = {
  'desk.drafts.lines.*': deskLine,
  'desk.inReview.lines.*': deskLine,
  'desk.scheduled.lines.*': deskLine,
  'desk.unsaved.lines.*': deskLine,
}

const sharedDesk = [
  ...['calls', 'cases', 'drafts', 'enquiries'],
  'inReview',
  'mayPublish',
  'now',
  ...['onlyEnquiry', 'ownRequests'],
  'reviews',
  ...['samples', 'scheduled', 'unsaved', 'visits'],
]
export const fields: Record<string, Record<string, string[]>> = {
  '/editor/content/:kind': {
    '': [
      ...[
        'awards',
        'kind',
        'query',
        'counts',
        'hasTemplates',
        'ownId',
        'publishes',
        'entries',
        'total',
        'pageSize',
      ],
      'pages',
    ],
    'entries.*': [
      ...['id', 'slug', 'title', 'state', 'version', 'isLive', 'sample', 'parentTitle', 'day'],
      ...['publishAt', 'updatedAt', 'updatedBy'],
    ],
  },
  '/editor/visits': {
    '': ['days', 'byDay', 'pages', 'downloads', 'referrers', 'searches'],
    'byDay.*': ['label', 'value'],
    pages: ['rows', 'hidden'],
  },
  '/editor/content/:kind/new': {
    '': ['kind', 'awards', 'templates', 'chosen'],
    'templates.*': ['id', 'name'],
  },
  '/editor/content/:kind/templates': {
    '': ['kind', 'templates'],
    'templates.*': ['id', 'name', 'savedAt', 'savedBy'],
  },
  '/editor/entries/:id': {
    '': [
      ...['entry', 'status', 'address', 'moves', 'maySave', 'movesOnceSaved', 'mayRelocate', 'advice'],
      ...['mayMail', 'me', 'copy', 'conflict', 'entries', 'files', 'staffPath', 'review'],
    ],
    entry: [
      ...['id', 'kind', 'slug', 'position', 'state', 'live_version', 'head_version', 'publish_at'],
      ...['unpublish_at', 'published_at', 'updated_at', 'sample_at', 'binned_at', 'title'],
      ...['data', 'updatedBy'],
    ],
  },
  '/editor/entries/:id/versions': {
    '': [
      ...['id', 'title', 'head_version', 'live_version', 'from', 'to', 'page', 'versions', 'total'],
      ...['pageSize', 'pages', 'differences', 'history', 'snapshots', 'names'],
    ],
    'versions.*': ['number', 'title', 'note', 'savedAt', 'savedBy'],
    'names.*': ['number', 'savedAt', 'savedBy'],
  },
  '/editor/entries/:id/share': { '': ['id', 'title', 'open'] },
  '/admin/dashboard': {
    '': ['alarms', 'desk', 'firstSteps'],
    'alarms.*': ['name', 'sentence'],
    desk: [...sharedDesk, 'bouncedMail', 'changes', 'failedJobs', 'failedMail', 'pending', 'signIns'],
    'desk.pending': ['count', 'oldestAt'],
    ...deskLines,
  },
  '/editor/dashboard': { desk: [...sharedDesk, 'published'], ...deskLines },
  ...casePageFields,
  ...sitePageFields,
  '/editor/cases/statistics': {
    '': ['process', 'cycle', 'cycles', 'statistics', 'mayExport'],
    statistics: ['received', 'spam', 'decided', 'medianDays', 'states', 'disciplines', 'genders', 'months'],
  },
  '/editor/payments': {
    '': ['statements', 'pageSize', 'pages', 'query', 'total'],
    'statements.*': ['id', 'fileName', 'createdAt', 'by', 'lines', 'matched', 'isMapped'],
  },
  '/editor/payments/:id': {
    '': ['statement', 'choosing', 'lines'],
    statement: ['id', 'fileName', 'headings', 'createdAt'],
    'lines.rows.*': [
      ...['id', 'number', 'paidOn', 'amount', 'payNumber', 'payer', 'problem', 'settledAt', 'reference'],
      ...['settledBy', 'paymentId', 'proposal'],
    ],
  },
  '/editor/people/duplicates': { '': ['pairs'] },
  '/editor/people/requests': {
    '': ['requests', 'isAdmin'],
    'requests.*': [
      ...['id', 'kind', 'requestedAt', 'personId', 'version', 'name', 'title', 'now', 'proposed'],
      ...['email', 'picture'],
    ],
  },
  '/editor/people': {
    '': [
      ...['countries', 'disciplines', 'mayApprove', 'mayExport'],
      ...['pageSize', 'pages', 'people', 'query', 'total'],
    ],
    'people.*': [
      'category',
      'country',
      'diedYear',
      'grade',
      'id',
      'institution',
      'listedAt',
      'memberNo',
      'name',
      'sampleAt',
      'since',
      'updatedAt',
    ],
  },
  '/editor/enquiries': {
    '': [...['counts', 'enquiries', 'floods', 'pageSize', 'pages', 'query', 'total']],
    'enquiries.*': [
      ...['assignedTo', 'id', 'isSpam', 'name', 'receivedAt', 'reference', 'signs', 'state', 'subject'],
    ],
  },
  '/editor/enquiries/:id': {
    '': ['colleagues', 'enquiry'],
    'colleagues.*': ['id', 'name'],
    enquiry: [
      ...['assignedTo', 'body', 'email', 'events', 'id', 'isSpam', 'name', 'receivedAt', 'reference'],
      ...['score', 'signs', 'state', 'subject', 'version'],
    ],
    'enquiry.events.*': ['body', 'by', 'kind', 'madeAt', 'number'],
  },
  '/editor/subscribers': {
    '': ['mayExport', 'pageSize', 'pages', 'query', 'subscribers', 'total'],
    'subscribers.*': ['requestedAt', 'confirmedAt', 'email', 'id', 'source'],
  },
  '/editor/people/new': { '': ['mayWriteGrades'] },
  '/editor/people/import': {
    '': ['imports', 'pageSize', 'pages', 'query', 'total'],
    'imports.*': ['by', 'createdAt', 'fileName', 'id', 'rowCount', 'state'],
  },
  '/editor/people/import/:id': {
    '': ['columns', 'file', 'mayExport', 'mayUseContacts', 'plan', 'report'],
    columns: ['first', 'guess'],
  },
  '/editor/people/:id': {
    '': [
      ...['binnedAt', 'certificates', 'certificatesPage', 'history', 'id', 'isSample', 'name', 'pictureFile'],
      ...['mayWriteGrades', 'publicPage', 'slug'],
      ...['values', 'version', 'contact', 'removal', 'needsRelease'],
    ],
    contact: ['email', 'emailProvedAt', 'phone', 'postalAddress', 'version'],
    values: Object.keys(personFields),
    'certificates.*': certificateLine,
  },
  '/editor/people/:id/certificates': {
    '': ['certificates', 'id', 'kinds', 'name'],
    'certificates.*': certificateLine,
  },
  '/editor/people/:id/helpers': {
    '': ['helpers', 'id', 'isClosed', 'name'],
    'helpers.*': [
      ...['email', 'endedAt', 'endedBy', 'endsAt', 'id', 'isOpen', 'name', 'namedAt', 'provedAt', 'reason'],
    ],
  },
  '/admin/staff': {
    '': ['invites', 'mayExport', 'pageSize', 'pages', 'people', 'query', 'total'],
    'people.*': staffLine,
    'invites.*': ['createdAt', 'email', 'madeBy', 'role'],
  },
  '/admin/staff/:id': {
    '': ['history', 'linked', 'open', 'person', 'unlinkText'],
    'linked.*': ['email', 'id', 'label', 'lastUsedAt'],
    person: staffLine,
    'history.*': auditLine,
  },
  '/admin/bodies': { '': ['bodies'], 'bodies.*': ['id', 'isPublic', 'kind', 'members', 'name', 'slug'] },
  '/admin/bodies/:id': {
    '': ['accounts', 'body', 'calls', 'grants', 'history', 'openLists', 'scope', 'terms', 'today'],
    'calls.*': ['id', 'title'],
    'grants.*': ['capability', 'caseType'],
    scope: ['calls', 'disciplines'],
    body: ['id', 'isPublic', 'kind', 'name', 'purpose', 'quorum', 'slug', 'version'],
    'accounts.*': ['id', 'name'],
    'terms.*': [
      ...['account', 'endsOn', 'id', 'institution', 'memberNo', 'name', 'office', 'post', 'startsOn'],
      'withdrawnBecause',
    ],
    'history.*': auditLine,
  },
  '/admin/rulebooks': {
    '': ['missing', 'rulebooks'],
    'rulebooks.*': ['draft', 'id', 'name', 'published', 'slug', 'subject'],
  },
  '/admin/rulebooks/:id': {
    '': ['checks', 'draft', 'history', 'published', 'rulebook', 'rules'],
    rulebook: ['id', 'name', 'slug', 'subject'],
    draft: rulebookVersion,
    'rules.*': ruleLine,
    'history.*': auditLine,
  },
  '/admin/rulebooks/:id/cases': { '': ['found', 'number', 'rulebook'], rulebook: ['id', 'name'] },
  '/admin/rulebooks/:id/rules/:rule': {
    '': ['isNew', 'rule', 'rulebook'],
    rulebook: ['id', 'name'],
    rule: ruleView,
  },
  '/admin/settings': { '': [] },
  '/admin/settings/:page': { '': ['page', 'pictures', 'shownHash', 'typed'], typed: settingsOf('academy') },
  '/admin/menu': { '': ['canUndo', 'isSpecified', 'menu', 'pages', 'shownHash'] },
  '/admin/samples': { '': ['samples'], samples: ['entries', 'files', 'people'] },
  '/admin/privacy': { '': ['due', 'dueMessages'] },
  '/admin/newsletters/:id': {
    '': ['isSending', 'issue', 'mailing', 'preview'],
    issue: ['id', 'isSample', 'title', 'version'],
    preview: ['subject', 'text'],
    mailing: ['last', 'leftOut', 'letters', 'waiting'],
    'mailing.letters': ['bounced', 'failed', 'sent', 'written'],
  },
  '/admin/letters': {
    '': ['groups'],
    'groups.*': ['letters', 'title'],
    'groups.*.letters.*': ['changed', 'isToCompare', 'key', 'subject', 'when'],
  },
  '/admin/letters/:kind': {
    '': ['body', 'isChanged', 'placeholders', 'preview', 'subject', 'title', 'toCompare', 'when'],
    'placeholders.*': ['means', 'name'],
    preview: ['subject', 'text'],
  },
  '/admin/mail': {
    '': [...['isSending', 'mails', 'mayExport', 'page', 'pageSize', 'pages', 'query', 'total']],
    'mails.*': ['canResend', 'error', 'id', 'kind', 'queuedAt', 'sentAt', 'state', 'subject', 'to'],
  },
  '/admin/mail/:id': {
    '': ['id', 'mail'],
    mail: [
      ...['bounceNote', 'bouncedAt', 'date', 'error', 'link', 'sentAt', 'state', 'subject', 'text', 'to'],
    ],
  },
  '/editor/facts': {
    '': ['facts'],
    'facts.*': ['confidence', 'id', 'kind', 'question', 'source', 'title'],
  },
  '/editor/media': {
    '': ['files', 'pageSize', 'pages', 'query', 'total'],
    'files.*': libraryFile,
  },
  '/editor/media/:id': {
    '': ['file', 'mayChange', 'maySet', 'usages'],
    file: [...libraryFile, 'coverId', 'crop', 'earlier', 'focusX', 'focusY', 'href', 'master'],
  },
  '/admin/audit': {
    '': [
      'actions',
      'actors',
      'entries',
      'isCut',
      'mayExport',
      'ownId',
      'pageSize',
      'pages',
      'query',
      'total',
    ],
    'actors.*': ['actor', 'name'],
    'entries.*': [...auditLine, 'from', 'href'],
  },
  '/admin/system': {
    '': ['system'],
    system: [
      'audit',
      'backups',
      'casesWithoutAdministrator',
      'disk',
      'engine',
      'failedJobs',
      'jobs',
      'mail',
      'node',
      'now',
      'recovery',
      'version',
    ],
    'system.failedJobs.*': ['advice', 'failedAt', 'id', 'problem', 'work'],
    'system.backups': ['drill', 'heldSince', 'lastMadeAt', 'latest'],
  },
  '/account/profile': { '': ['hasProviders', 'user'], user: person },
  '/account/confirm': { '': ['hasPasskey', 'next', 'providers'] },
  '/account/providers': { '': ['firebaseEmail', 'linked', 'providers'] },
  '/account/password': { '': ['hasFactor', 'isAtFirebase'] },
  '/account/factors': {
    '': ['factors', 'isProved', 'needed', 'open', 'passkeys'],
    factors: ['passkeys', 'recoveryCodesLeft', 'totpSince'],
  },
  '/account/sessions': {
    '': ['here', 'sessions'],
    'sessions.*': ['address', 'createdAt', 'id', 'lastSeenAt', 'userAgent'],
  },
}
