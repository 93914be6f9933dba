import { foundation } from './001-foundation.ts'
import { staff } from './002-staff.ts'
import { content } from './003-content.ts'
import { media } from './004-media.ts'
import { people } from './005-people.ts'
import { menu } from './006-menu.ts'
import { siteCopy } from './007-site-copy.ts'
import { contentLists } from './008-content-lists.ts'
import { siteImport } from './009-site-import.ts'
import { cases } from './010-cases.ts'
import { casework } from './011-casework.ts'
import { reopenedForms } from './012-reopened-forms.ts'
import { enquiries } from './013-enquiries.ts'
import { privateFiles } from './014-private-files.ts'
import { certificates } from './015-certificates.ts'
import { bounces } from './017-bounces.ts'
import { newsletterMailings } from './018-newsletter-mailings.ts'
import { personPictures } from './019-person-pictures.ts'
import { backups } from './020-backups.ts'
import { alarms } from './021-alarms.ts'
import { lists } from './022-lists.ts'
import { mailOrder } from './023-mail-order.ts'
import { erasures } from './024-erasures.ts'
import { siteKeys } from './026-site-keys.ts'
import { freshLinks } from './027-fresh-links.ts'
import { proofOfAddress } from './028-proof-of-address.ts'
import { confirmedCases } from './029-confirmed-cases.ts'
import { sharedDrafts } from './030-shared-drafts.ts'
import { sealedLetters } from './031-sealed-letters.ts'
import { draftSnapshots } from './032-draft-snapshots.ts'
import { letterCases } from './035-letter-cases.ts'
import { searchText } from './036-search-text.ts'
import { personAddresses } from './037-person-addresses.ts'
import { caseLists } from './038-case-lists.ts'
import { entryReviews } from './041-entry-reviews.ts'
import { visits } from './042-visits.ts'
import { personContacts } from './043-person-contacts.ts'
import { casePayments } from './045-case-payments.ts'
import { registerChoices } from './046-register-choices.ts'
import { personMerges } from './047-person-merges.ts'
import { personWebPage } from './048-person-web-page.ts'
import { notesWithMoves } from './049-notes-with-moves.ts'
import { seenTexts } from './053-seen-texts.ts'
import { bodies } from './056-bodies.ts'
import { capabilities } from './057-capabilities.ts'
import { caseDecisions } from './060-case-decisions.ts'
import { storedLetters } from './061-stored-letters.ts'
import { certificateKeys } from './067-certificate-keys.ts'
import { ownPages } from './068-own-pages.ts'
import { ownRequests } from './069-own-requests.ts'
import { linkedSignIns } from './070-linked-sign-ins.ts'
import { rulebooks } from './072-rulebooks.ts'
import { judgements } from './073-judgements.ts'
import { awardNominations } from './074-award-nominations.ts'
import { awardCalls } from './075-award-calls.ts'
import { personRemovals } from './077-person-removals.ts'
import { signingOfficers } from './080-signing-officers.ts'
import { undoneImports } from './085-undone-imports.ts'
import { decisionsOutliveAccounts } from './090-decisions-outlive-accounts.ts'
import { daysOfPhotographs } from './091-days-of-photographs.ts'
import { ownLinks } from './092-own-links.ts'
import { renewalReminders } from './093-renewal-reminders.ts'
import { defaultWordings } from './094-default-wordings.ts'
import { removedRules } from './095-removed-rules.ts'
import { fellowshipCalls } from './096-fellowship-calls.ts'
import { userMirror } from './099-user-mirror.ts'
import { sentUsers } from './100-sent-users.ts'
import { ownPhotographs } from './102-own-photographs.ts'
import { ownPasskeys } from './103-own-passkeys.ts'
import { ownBrowsers } from './104-own-browsers.ts'
import { entryTemplates } from './105-entry-templates.ts'
import { listIndexes } from './108-list-indexes.ts'
import { bodyScopes } from './109-body-scopes.ts'
import { expiringLetters } from './112-expiring-letters.ts'
import { ownHelpers } from './113-own-helpers.ts'
import { endedReviews } from './114-ended-reviews.ts'
import { numbersInCases } from './117-numbers-in-cases.ts'
import { lettersByPeople } from './118-letters-by-people.ts'
import { rulesOfCases } from './119-rules-of-cases.ts'
import { plainMoveNames } from './120-plain-move-names.ts'
import type { Migration } from './migration.ts'
import { sectionsOfResults } from './107-sections-of-results.ts'

/** In the order they run. A released migration is never edited: its checksum is verified. */
export const migrations: Migration[] = [
  foundation,
  staff,
  content,
  media,
  people,
  menu,
  siteCopy,
  contentLists,
  siteImport,
  cases,
  casework,
  reopenedForms,
  enquiries,
  privateFiles,
  certificates,
  bounces,
  newsletterMailings,
  personPictures,
  backups,
  alarms,
  lists,
  mailOrder,
  erasures,
  siteKeys,
  freshLinks,
  proofOfAddress,
  confirmedCases,
  sharedDrafts,
  sealedLetters,
  draftSnapshots,
  letterCases,
  searchText,
  personAddresses,
  caseLists,
  entryReviews,
  visits,
  personContacts,
  casePayments,
  registerChoices,
  personMerges,
  personWebPage,
  notesWithMoves,
  seenTexts,
  bodies,
  capabilities,
  caseDecisions,
  storedLetters,
  certificateKeys,
  ownPages,
  ownRequests,
  linkedSignIns,
  rulebooks,
  judgements,
  awardNominations,
  awardCalls,
  personRemovals,
  signingOfficers,
  undoneImports,
  decisionsOutliveAccounts,
  daysOfPhotographs,
  ownLinks,
  renewalReminders,
  defaultWordings,
  removedRules,
  fellowshipCalls,
  userMirror,
  sentUsers,
  ownPhotographs,
  ownPasskeys,
  ownBrowsers,
  entryTemplates,
  bodyScopes,
  // It names a column of the one before.
  listIndexes,
  sectionsOfResults,
  expiringLetters,
  ownHelpers,
  endedReviews,
  numbersInCases,
  lettersByPeople,
  rulesOfCases,
  plainMoveNames,
]
